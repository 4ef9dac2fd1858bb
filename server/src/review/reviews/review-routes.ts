import type { contract } from "@assay/contract/openapi/apis";
import type { ReviewContents } from "@assay/contract/review/reviews/review-record";
import { requireReview } from "@assay/contract/review/reviews/review-rules";
import { reviewToWire, revisionToWire, submittedToWire } from "@assay/contract/review/reviews/review-wire";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { idFilter, idOrNone } from "../../platform/http/request/id-filter.ts";
import { type ListIdentity, pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { expireAssignments } from "../tasks/assignment/expire-assignments.ts";
import { priorityNumber } from "../tasks/task-queries.ts";
import { callingReviewer } from "../tasks/task-service.ts";
import { findHidingTasks } from "../../workspace/access/blind-access.ts";
import { measureReliability } from "./reliability-service.ts";
import { reviewerQueue } from "./queue-service.ts";
import { findReview, listReviews, listRevisions, type ShownReview } from "./review-queries.ts";
import { submitReview } from "./submit-review.ts";

const toWire = (review: ShownReview) => reviewToWire(review, review);
const keyOf = recordKey("review");

/** Returns the handlers of the review routes. */
export function reviewHandlers(deps: PlatformDeps): Handlers<typeof contract.reviews> {
  const { knex } = deps.database;
  return {
    submit: async ({ params, body }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const command = { taskId: params.id, body };
        const id = await submitReview(tx, deps, { caller, command });
        const { review, hiding } = await loadReview(tx, caller, id);
        const submitted = requireReview(review, { id, hiding: [] });
        return { status: 201, body: submittedToWire(submitted, submitted, hiding.length > 0) };
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
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf }) };
    },
    queue: async ({ query }, { caller }) => {
      const reviewer = await callingReviewer(knex, caller);
      await expireAssignments(deps, caller.workspaceId);
      const { project, priority, limit } = query;
      const filter = {
        reach: caller,
        projectId: idFilter("project", project),
        priority: priority === undefined ? undefined : priorityNumber(priority),
        now: deps.now(),
        limit,
      };
      return { status: 200, body: await reviewerQueue(knex, reviewer, filter) };
    },
    reliability: ({ body }, call) =>
      call.commitComputed(async () => ({ status: 200, body: await measureReliability(deps, call, body) })),
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: toWire(await getReview(knex, caller, params.id)),
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
      const key = { workspaceId: caller.workspaceId, id: uuidOf("review", review.id) };
      const rows = await listRevisions(knex, key, { limit: query.limit, below });
      const map = {
        toWire: revisionToWire(review.id),
        keyOf: ({ revision }: ReviewContents) => [revision],
      };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
  };
}

/** Loads a review by its public id, and the tasks that hide its sample from the caller. */
async function loadReview(db: Knex, caller: Caller, id: string) {
  const review = await findReview(db, caller, idOrNone("review", id));
  const hiding = review ? await findHidingTasks(db, caller, [uuidOf("sample", review.sample)]) : [];
  return { review, hiding };
}

/** Returns a review by its public id. @throws {ApiError} the refusals that `requireReview` returns. */
async function getReview(db: Knex, caller: Caller, id: string): Promise<ShownReview> {
  const { review, hiding } = await loadReview(db, caller, id);
  return requireReview(review, { id, hiding });
}
