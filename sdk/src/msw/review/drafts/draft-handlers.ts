import {
  checkDraftSize,
  decideDraft,
  type DraftConditions,
  type DraftState,
  requireDraftAccess,
} from "@assay/contract/review/drafts/draft-rules";
import { draftTag, draftToWire } from "@assay/contract/review/drafts/draft-wire";
import { requireTask } from "@assay/contract/review/tasks/review-task-rules";
import type { ReviewCall, ReviewHandlers } from "../review-tables.ts";
import { taskContext } from "../tasks/assignments.ts";
import { findTask, ownReviewer } from "../tasks/review-task-handlers.ts";
import { draftKey, ownDraft } from "../draft-table.ts";

function draftState(
  { caller, clock }: ReviewCall,
  { id, sample }: { id: string; sample: string },
): DraftState {
  const { workspace, reviewer } = caller;
  const task = requireTask(findTask(caller, id), id);
  const isOwn = (review: { task: string; sample: string; reviewer: string }): boolean =>
    review.task === id && review.sample === sample && review.reviewer === reviewer;
  return {
    task,
    reviewer: ownReviewer(caller),
    sample,
    isSampleOfTask: task.samples.includes(sample),
    hasReviewed: [...workspace.reviews.values()].some(isOwn),
    stored: ownDraft(caller, { task: id, sample }, clock.now()),
  };
}

function conditionsOf({ sent: { headers } }: ReviewCall): DraftConditions {
  return {
    "if-match": headers.get("if-match") ?? undefined,
    "if-none-match": headers.get("if-none-match") ?? undefined,
  };
}

function renewClaim(
  { caller }: ReviewCall,
  { task: id, reviewer }: { task: string; reviewer: string },
  at: number,
) {
  const { reviewTasks } = caller.workspace;
  const task = requireTask(reviewTasks.get(id), id);
  const assignments = task.assignments.map((one) =>
    one.reviewer === reviewer ? { ...one, expiresAt: at } : one,
  );
  reviewTasks.set(id, { ...task, assignments });
}

export const draftHandlers: ReviewHandlers<"reviewDrafts"> = {
  put: ({ params, body }, call) => {
    checkDraftSize(body);
    return call.commit(() => {
      const decided = decideDraft(draftState(call, params), body, {
        conditions: conditionsOf(call),
        context: taskContext(call),
      });
      const { draft, claimExpiry } = decided;
      call.caller.workspace.reviewDrafts.set(draftKey(draft), draft);
      if (claimExpiry !== undefined) renewClaim(call, draft, claimExpiry);
      call.setHeader("ETag", draftTag(draft));
      return draftToWire(draft);
    });
  },
  delete: ({ params }, call) =>
    call.commit(() => {
      const state = draftState(call, params);
      const reviewer = requireDraftAccess(state, conditionsOf(call)).id;
      call.caller.workspace.reviewDrafts.delete(
        draftKey({ task: params.id, sample: params.sample, reviewer }),
      );
      return { object: "review_draft" as const, deleted: state.stored !== undefined };
    }),
};
