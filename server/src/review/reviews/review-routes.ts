import { blindPending } from "@assay/contract/review/reviews/review-refusals";
import type { contract } from "@assay/contract/openapi/apis";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter } from "../../platform/http/request/id-filter.ts";
import { type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { settleWorkspace } from "../tasks/assignment/settle.ts";
import { callingReviewer } from "../tasks/task-service.ts";
import { findBlind } from "../../workspace/access/blind-review.ts";
import { measureReliability } from "./reliability-service.ts";
import { reviewerQueue } from "./queue-service.ts";
import {
  findReview,
  listReviews,
  listRevisions,
  type ReviewContents,
  type ShownReviewRow,
} from "./review-queries.ts";
import { reviewToWire, revisionToWire } from "./review-wire.ts";
import { submitReview } from "./submit-review.ts";

const keyOf = (row: ShownReviewRow) => [row.first_submitted_at.toISOString(), row.id];

/** The routes of reviews. */
export function reviewHandlers(deps: PlatformDeps): Handlers<typeof contract.reviews> {
  const { knex } = deps.database;
  return {
    submit: async ({ params, body }, { caller, commit }) => {
      await settleWorkspace(deps, caller.workspaceId);
      return commit(async (tx) => {
        const id = await submitReview(tx, deps, { caller, taskId: params.id, body });
        return { status: 201, body: await submittedToWire(tx, caller, id) };
      });
    },
    list: async ({ query }, { caller }) => {
      const { project, task, sample, reviewer, has_override: hasOverride, flags, limit } = query;
      const filter = { project, task, sample, reviewer, has_override: hasOverride, flags };
      const identity = { list: "reviews", filter };
      const rows = await listReviews(knex, caller, {
        filter: {
          project_id: idFilter("project", project),
          task_id: idFilter("review_task", task),
          sample_id: idFilter("sample", sample),
          reviewer_id: idFilter("reviewer", reviewer),
        },
        hasOverride,
        flags,
        limit,
        position: positionOf(query, identity),
      });
      return { status: 200, body: pageOf(rows, query, identity, { toWire: reviewToWire, keyOf }) };
    },
    queue: async ({ query }, { caller }) => {
      const reviewerId = uuidOf("reviewer", (await callingReviewer(knex, caller)).id);
      await settleWorkspace(deps, caller.workspaceId);
      const { project, priority, limit } = query;
      const filter = {
        reach: caller,
        reviewerId,
        projectId: idFilter("project", project),
        priority: priority === undefined ? undefined : taskPriorities.indexOf(priority),
        now: deps.now(),
        limit,
      };
      return { status: 200, body: await reviewerQueue(knex, filter) };
    },
    reliability: ({ body }, { caller, commit }) =>
      commit(async (tx) => ({ status: 200, body: await measureReliability(tx, deps, caller, body) })),
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: reviewToWire(await getReview(knex, caller, params.id)),
    }),
    revisions: async ({ params, query }, { caller }) => {
      const review = await getReview(knex, caller, params.id);
      const identity: ListIdentity = {
        list: "review_revisions",
        filter: { review: review.id },
        key: ["integer"],
      };
      const position = positionOf(query, identity)?.[0];
      const below = position === undefined ? undefined : Number(position);
      const rows = await listRevisions(knex, review, { limit: query.limit, below });
      const map = {
        toWire: revisionToWire(review.id),
        keyOf: ({ revision }: ReviewContents) => [revision],
      };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
  };
}

/** A review by its public id. @throws {ApiError} 404; 403 while the caller has to review its sample blind. */
async function getReview(db: Knex, caller: Caller, publicId: string): Promise<ShownReviewRow> {
  const id = parseId("review", publicId);
  const row = id && (await findReview(db, caller, id));
  if (!row) throw notFound("review", publicId);
  if ((await findBlind(db, caller, [row.sample_id])).size > 0) throw blindPending();
  return row;
}

/** What a reviewer is told of what they submitted; the score only when they review the sample nowhere else blind. */
async function submittedToWire(db: Knex, caller: Caller, id: string) {
  const row = await findReview(db, caller, id);
  if (!row) throw new Error(`Review ${formatId("review", id)} was not stored.`);
  const isBlind = (await findBlind(db, caller, [row.sample_id])).size > 0;
  return { ...reviewToWire(row), ...(isBlind && { original_ai_score: null, override_conflict: false }) };
}
