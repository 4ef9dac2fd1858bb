import {
  decideDraft,
  type DraftConditions,
  type DraftRecord,
  type DraftState,
  requireDraftAccess,
} from "@assay/contract/review/drafts/draft-rules";
import type { DraftInput } from "@assay/contract/review/drafts/review-drafts";
import { requireTask } from "@assay/contract/review/tasks/review-task-rules";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { findReviewAt, type ReviewKey } from "../reviews/review-queries.ts";
import { taskContext } from "../tasks/assignment/assignment-service.ts";
import { lockTask } from "../tasks/task-queries.ts";
import { countReviewsOfSample } from "../tasks/task-sample-queries.ts";
import { findOwnReviewer } from "../tasks/task-service.ts";
import { deleteDraft, findDraft, renewClaim, storeDraft } from "../draft-queries.ts";

/** A request about the draft of a sample in a task. */
export interface DraftCommand {
  caller: Caller;
  params: { id: string; sample: string };
  conditions: DraftConditions;
}

/**
 * Stores a draft, and renews the claim of its author.
 *
 * @throws {ApiError} the refusals of `decideDraft`.
 */
export async function putDraft(
  tx: Tx,
  deps: PlatformDeps,
  command: DraftCommand,
  body: DraftInput,
): Promise<DraftRecord> {
  const { state, key } = await lockDraft(tx, deps, command);
  const { conditions } = command;
  const { draft, claimExpiry } = decideDraft(state, body, { conditions, context: taskContext(deps) });
  const ownKey = ofReviewer(key, draft.reviewer);
  await storeDraft(tx, ownKey, draft);
  const { sample_id: _sample, ...claim } = ownKey;
  if (claimExpiry !== undefined) await renewClaim(tx, claim, claimExpiry);
  return draft;
}

/**
 * Deletes a draft.
 *
 * @returns whether there was one.
 * @throws {ApiError} the refusals of `requireDraftAccess`.
 */
export async function removeDraft(tx: Tx, deps: PlatformDeps, command: DraftCommand): Promise<boolean> {
  const { state, key } = await lockDraft(tx, deps, command);
  const reviewer = requireDraftAccess(state, command.conditions);
  await deleteDraft(tx, ofReviewer(key, reviewer.id));
  return state.stored !== undefined;
}

type TaskSample = Omit<ReviewKey, "reviewer_id">;

const ofReviewer = (key: TaskSample, reviewer: string): ReviewKey => ({
  ...key,
  reviewer_id: uuidOf("reviewer", reviewer),
});

/**
 * Locks the task, so that writes of its drafts and submissions of its reviews take effect one after another, and loads the
 * state that the decision depends on. Of the assignments, only the claim of the author changes, so the transaction does
 * not need the lock on assignments.
 */
async function lockDraft(
  tx: Tx,
  deps: Pick<PlatformDeps, "now">,
  { caller, params }: DraftCommand,
): Promise<{ state: DraftState; key: TaskSample }> {
  const { workspaceId, reviewerId } = caller;
  const task = requireTask(await lockTask(tx, caller, idOrNone("review_task", params.id)), params.id);
  const key = {
    workspace_id: workspaceId,
    task_id: uuidOf("review_task", task.id),
    sample_id: idOrNone("sample", params.sample),
  };
  const own = reviewerId === null ? undefined : { ...key, reviewer_id: reviewerId };
  const at = { workspaceId, taskId: key.task_id, sampleId: key.sample_id };
  const state = {
    task,
    reviewer: await findOwnReviewer(tx, caller),
    sample: params.sample,
    isSampleOfTask: (await countReviewsOfSample(tx, at)) !== undefined,
    hasReviewed: own !== undefined && (await findReviewAt(tx, own)) !== undefined,
    stored: own && (await findDraft(tx, own, deps.now())),
  };
  return { state, key };
}
