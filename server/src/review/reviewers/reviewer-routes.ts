import type { contract } from "@assay/contract/openapi/apis";
import { reviewerToWire } from "@assay/contract/review/reviewers/reviewer-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { allBlind } from "../../workspace/access/blind-access.ts";
import { type CountedReviewer, listReviewers } from "./reviewer-queries.ts";
import { commandReviewer, getReviewer, type ReviewerAssignments } from "./reviewer-service.ts";
import { reviewerStatistics } from "./reviewer-statistics.ts";

const toWire = (reviewer: CountedReviewer) => reviewerToWire(reviewer, reviewer.pendingCount);

/** The steps that update review tasks before reviewers are read, and when reviewers are changed. */
export interface ReviewerRouteAssignments extends ReviewerAssignments {
  /** Expires assignments in a workspace, in a transaction of its own. */
  expireAssignments: (deps: PlatformDeps, workspaceId: string) => Promise<void>;
}

/** Returns the handlers of the reviewer routes. */
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
        body: toWire(await commandReviewer(tx, deps, { caller, command: { type: "create", body } })),
      }));
    },
    list: async ({ query }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const { project, credentials, available, limit } = query;
      const identity = { list: "reviewers", filter: { project, credentials, available } };
      const projectId = idFilter("project", project);
      const page = { projectId, credentials, available, limit, position: positionOf(query, identity) };
      const rows = await listReviewers(knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: recordKey("reviewer") }) };
    },
    get: async ({ params }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      return { status: 200, body: toWire(await getReviewer(knex, caller, params.id)) };
    },
    update: async ({ params, body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const command = { type: "update" as const, id: params.id, body };
        return { status: 200, body: toWire(await commandReviewer(tx, deps, { caller, command })) };
      });
    },
    statistics: async ({ params, query }, { caller }) => {
      const reviewer = await getReviewer(knex, caller, params.id);
      const scope = { caller, reviewer, period: query.period, hidden: await allBlind(knex, caller) };
      return {
        status: 200,
        body: await reviewerStatistics(knex, deps, scope),
      };
    },
  };
}
