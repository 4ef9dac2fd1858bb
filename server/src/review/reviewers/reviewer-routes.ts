import type { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { allBlind } from "../../workspace/access/blind-review.ts";
import { type CountedReviewerRow, listReviewers } from "./reviewer-queries.ts";
import { changeReviewer, createReviewer, getReviewer, type ReviewerAssignments } from "./reviewer-service.ts";
import { reviewerStatistics } from "./reviewer-statistics.ts";

const toWire = (row: CountedReviewerRow) => ({
  id: formatId("reviewer", row.id),
  object: "reviewer" as const,
  name: row.name,
  credentials: row.credentials,
  specialty: row.specialty,
  available: row.available,
  projects: row.projects?.map((project) => formatId("project", project)) ?? null,
  pending_count: row.pending_count,
  credential_expires_at: row.credential_expires_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

/** What review tasks do before reviewers are read or changed, and when they are. */
export interface ReviewerRouteAssignments extends ReviewerAssignments {
  /** Ends the assignments of a workspace that time has ended, in a transaction of its own. */
  expireAssignments: (deps: PlatformDeps, workspaceId: string) => Promise<void>;
}

/** The routes of reviewers. */
export function reviewerHandlers(
  platform: PlatformDeps,
  assignments: ReviewerRouteAssignments,
): Handlers<typeof contract.reviewers> {
  const deps = { ...platform, assignments };
  const { expireAssignments } = assignments;
  const { knex } = deps.database;
  return {
    create: async ({ body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => ({
        status: 201,
        body: toWire(await createReviewer(tx, deps, caller, body)),
      }));
    },
    list: async ({ query }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const { project, credentials, available, limit } = query;
      const identity = { list: "reviewers", filter: { project, credentials, available } };
      const projectId = idFilter("project", project);
      const page = { projectId, credentials, available, limit, position: positionOf(query, identity) };
      const rows = await listReviewers(knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      return { status: 200, body: toWire(await getReviewer(knex, caller, params.id)) };
    },
    update: async ({ params, body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const row = await changeReviewer(tx, deps, { reach: caller, publicId: params.id }, body);
        return { status: 200, body: toWire(row) };
      });
    },
    statistics: async ({ params, query }, { caller }) => {
      const reviewer = await getReviewer(knex, caller, params.id);
      const asked = { caller, reviewer, period: query.period, hidden: await allBlind(knex, caller) };
      return {
        status: 200,
        body: await reviewerStatistics(knex, deps, asked),
      };
    },
  };
}
