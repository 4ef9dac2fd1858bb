import type { ReviewRecord } from "@assay/contract/review/reviews/review-record";
import {
  decideReview,
  evaluationOfReview,
  type SubmitCommand,
  type SubmitState,
} from "@assay/contract/review/reviews/review-rules";
import { requireRubric, type RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { parseId } from "@assay/contract/platform/ids";
import { type EvaluationRow, findEvaluation } from "../../evaluation/evaluations/evaluation-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { hasAdjudicated } from "../tasks/adjudicator-queries.ts";
import { storeRatedDimensions } from "../adjudication/rated-dimension-queries.ts";
import { findRubric, shareRubric } from "../rubrics/rubric-queries.ts";
import { lockAssignments, taskContext } from "../tasks/assignment/assignment-service.ts";
import { commitTasks } from "../tasks/store-tasks.ts";
import { lockTask } from "../tasks/task-queries.ts";
import { addReviewOfSample, countReviewsOfSample } from "../tasks/task-sample-queries.ts";
import { callingReviewer, findOwnReviewer, getTask } from "../tasks/task-service.ts";
import { lockEvaluation } from "../../evaluation/evaluations/evaluation-queries.ts";
import { deleteDraft, findDraft } from "../draft-queries.ts";
import { latestEvaluations } from "./override-queries.ts";
import { applyOverride, scoredSample } from "./override-service.ts";
import { findReviewAt, lastSubmittedAt, type ReviewKey, storeReview } from "./review-queries.ts";
import { lockCompletions } from "../../evaluation/evaluations/run/lock-completions.ts";

/**
 * Stores the calling reviewer's review of a sample, or its next revision, with all consequences: the task's
 * progress is updated, and an override takes effect or is withdrawn.
 *
 * @returns the id of the review.
 * @throws {ApiError} the refusals that `decideReview` returns.
 */
export async function submitReview(
  tx: Tx,
  deps: PlatformDeps,
  { caller, command }: { caller: Caller; command: SubmitCommand },
): Promise<string> {
  const { workspaceId } = caller;
  const { taskId, body } = command;
  const before = await getTask(tx, caller, taskId);
  const reviewKey = {
    workspace_id: workspaceId,
    task_id: uuidOf("review_task", before.id),
    sample_id: idOrNone("sample", body.sample),
    reviewer_id: uuidOf("reviewer", (await callingReviewer(tx, caller)).id),
  };
  await lockScores(tx, before, { reviewKey, overrides: body.override_ai_score });
  await shareRubric(tx, workspaceId, uuidOf("rubric", before.rubric));
  await lockAssignments(tx, workspaceId);
  const { state, evaluation, rubric } = await loadState(tx, { caller, now: deps.now() }, reviewKey);
  const context = { ...ruleContext(deps, caller), ...taskContext(deps) };
  const decision = decideReview(state, command, context);
  const { record, target } = decision;
  await storeReview(tx, reviewKey, record);
  await deleteDraft(tx, reviewKey);
  await storeRatedDimensions(tx, deps, { workspaceId, rubric, sampleIds: [reviewKey.sample_id] });
  if (!state.existing) await addReviewOfSample(tx, keyOf(reviewKey));
  await commitTasks(tx, deps, { workspaceId, decision });
  if (evaluation) await applyOverride(tx, deps, { review: record, evaluation, position: target.position });
  return record.id;
}

/**
 * If scores may change, locks the evaluation and then the completions of its project. All transactions take
 * locks in the same order. These two locks are the first in that order, so this function must run before the
 * transaction takes any other lock.
 */
async function lockScores(
  tx: Tx,
  task: TaskRecord,
  { reviewKey, overrides }: { reviewKey: ReviewKey; overrides: boolean },
): Promise<void> {
  const existing = await findReviewAt(tx, reviewKey);
  if (!existing && !overrides) return;
  const id = await evaluationIdOf(tx, task, { reviewKey, existing });
  if (id === undefined) return;
  await lockEvaluation(tx, { workspaceId: reviewKey.workspace_id, evaluationId: id });
  const projectId = uuidOf("project", task.project);
  await lockCompletions(tx, { workspaceId: reviewKey.workspace_id, projectId });
}

/**
 * Returns the UUID of the evaluation that a review refers to; undefined if no evaluation scored the sample.
 */
async function evaluationIdOf(
  tx: Tx,
  task: TaskRecord,
  { reviewKey, existing }: { reviewKey: ReviewKey; existing: ReviewRecord | undefined },
): Promise<string | undefined> {
  const named = evaluationOfReview(task, existing);
  if (named !== null) return parseId("evaluation", named);
  const latest = await latestEvaluations(tx, reviewKey.workspace_id, [reviewKey.sample_id]);
  return latest.get(reviewKey.sample_id);
}

/** Locks the task, and loads the state that the decision depends on. */
async function loadState(
  tx: Tx,
  { caller, now }: { caller: Caller; now: Date },
  reviewKey: ReviewKey,
): Promise<{ state: SubmitState; evaluation: EvaluationRow | undefined; rubric: RubricRecord }> {
  const reach = { workspaceId: reviewKey.workspace_id, projects: null };
  const task = await lockTask(tx, caller, reviewKey.task_id);
  if (!task) throw new Error(`Task ${reviewKey.task_id} not found.`);
  const existing = await findReviewAt(tx, reviewKey);
  const evaluationId = await evaluationIdOf(tx, task, { reviewKey, existing });
  const evaluation = evaluationId === undefined ? undefined : await findEvaluation(tx, reach, evaluationId);
  const reviewsOfSample = await countReviewsOfSample(tx, keyOf(reviewKey));
  const rubric = requireRubric(await findRubric(tx, reach, uuidOf("rubric", task.rubric)), task.rubric);
  const state = {
    task,
    // Read under the lock, because a concurrent transaction may have changed the reviewer.
    reviewer: await findOwnReviewer(tx, caller),
    isSampleOfTask: reviewsOfSample !== undefined,
    dimensions: rubric.dimensions,
    existing,
    draft: await findDraft(tx, reviewKey, now),
    hasAdjudicated: await hasAdjudicated(tx, reviewKey, uuidOf("rubric", task.rubric)),
    reviewsOfSample: reviewsOfSample ?? 0,
    lastSubmittedAt: await lastSubmittedAt(tx, reviewKey),
    scored: evaluation && (await scoredSample(tx, evaluation, reviewKey.sample_id)),
  };
  return { state, evaluation, rubric };
}

const keyOf = ({ workspace_id: workspaceId, task_id: taskId, sample_id: sampleId }: ReviewKey) => ({
  workspaceId,
  taskId,
  sampleId,
});
