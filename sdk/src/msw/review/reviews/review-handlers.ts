import { requireCallingReviewer } from "@assay/contract/review/reviewers/reviewer-rules";
import { listsReview, type ReviewContents } from "@assay/contract/review/reviews/review-record";
import { requireReview } from "@assay/contract/review/reviews/review-rules";
import { reviewToWire, revisionToWire, submittedToWire } from "@assay/contract/review/reviews/review-wire";
import { newestPage, sortedPage } from "@assay/contract/platform/paging/sorted-page";
import { blindSamples, hidingTasks } from "../../workspace/blind-access.ts";
import { findReached, listReached } from "@assay/contract/workspace/reached-rows";
import type { ReviewCaller, ReviewHandlers, ReviewRow } from "../review-tables.ts";
import { ownReviewer } from "../tasks/review-task-handlers.ts";
import { measureReliability } from "./reliability.ts";
import { reviewParts } from "./review-parts.ts";
import { reviewerQueue } from "./reviewer-queue.ts";
import { submitReview } from "./submit-review.ts";

const reviewToWireFor =
  ({ workspace }: ReviewCaller) =>
  (row: ReviewRow) =>
    reviewToWire(row, reviewParts(workspace, row));

/**
 * Returns a review. @throws {ApiError} 404 if not found; 403 if a task hides the sample from the
 * caller.
 */
function getReview(caller: ReviewCaller, id: string): ReviewRow {
  const found = findReached(caller, caller.workspace.reviews, id);
  return requireReview(found, { id, hiding: hidingTasks(caller, found?.sample) });
}

const latestRevisionFirst = {
  keyOf: ({ revision }: ReviewContents) => [revision],
  descending: true,
};

export const reviewHandlers: ReviewHandlers<"reviews"> = {
  submit: ({ params, body }, call) =>
    call.commit(() => {
      const { caller } = call;
      const row = submitReview(call, { taskId: params.id, body });
      const isBlind = blindSamples(caller).has(row.sample);
      return submittedToWire(row, reviewParts(caller.workspace, row), isBlind);
    }),
  list: ({ query }, { caller }) => {
    const { project, task, sample, reviewer, has_override: hasOverride, flags } = query;
    const blind = blindSamples(caller);
    const rows = listReached(caller, caller.workspace.reviews, { project, task, sample, reviewer }).filter(
      (row) => !blind.has(row.sample) && listsReview({ hasOverride, flags }, row),
    );
    return newestPage(rows, query, { list: "reviews", toWire: reviewToWireFor(caller) });
  },
  queue: ({ query }, call) => reviewerQueue(call, requireCallingReviewer(ownReviewer(call.caller)), query),
  reliability: ({ body }, call) => call.commit(() => measureReliability(call, body)),
  get: ({ params }, { caller }) => reviewToWireFor(caller)(getReview(caller, params.id)),
  revisions: ({ params, query }, { caller }) => {
    const { id, revisions } = getReview(caller, params.id);
    const shape = { toWire: revisionToWire(id), ...latestRevisionFirst };
    const list = { list: "review_revisions", filter: { review: id }, ...shape };
    return sortedPage(revisions, query, list);
  },
};
