import { formatId } from "@assay/contract/platform/ids";
import { gradeFaults } from "@assay/contract/review/rubrics/grade-rules";
import {
  invalidGrades,
  notAssigned,
  reviewerNotQualified,
  sampleNotInTask,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import type { ReviewEvent } from "@assay/contract/review/review-events";
import type { SubmitReviewBody } from "@assay/contract/review/reviews/reviews";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { isOpen } from "@assay/contract/domain";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  type EvaluationRow,
  findEvaluation,
  lockCompletions,
} from "../../evaluation/evaluations/evaluation-queries.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { lockAssignments, whyUnqualified } from "../tasks/assignment/assignment-service.ts";
import { type HoldRow, holdOf } from "../tasks/assignment/hold-queries.ts";
import { recordReviewed } from "../tasks/record-reviewed.ts";
import { takePlace } from "../tasks/assignment/take-place.ts";
import { lockTask, type TaskRow } from "../tasks/task-queries.ts";
import { callingReviewer, getTask } from "../tasks/task-service.ts";
import { findRubric } from "../rubrics/rubric-queries.ts";
import { latestEvaluations, lockEvaluation } from "./override-queries.ts";
import { applyOverride, type ScoreTarget, scoreTarget } from "./override-service.ts";
import {
  findReviewAt,
  isSampleOfTask,
  lastSubmittedAt,
  type ReviewPlace,
  type ReviewRow,
  storeReview,
} from "./review-queries.ts";

/** A sample of a task that the calling reviewer is about to review. */
interface Submission {
  task: TaskRow;
  reviewer: ReviewerRecord;
  place: ReviewPlace;
  /** Whether it corrects a review whose author no longer holds the task, or whose task has completed. */
  corrects: boolean;
  /** As it was before the submission: a claim that the submission itself makes tells nothing of how long it took. */
  claimedAt: Date | null;
}

/**
 * Stores the calling reviewer's review of a sample, or the next revision of it, with all that follows: the task moves on,
 * an override takes effect or is withdrawn.
 *
 * Who has reviewed a sample may correct that review although they hold the task no more or it has completed: an override
 * can always be taken back. They must still qualify.
 *
 * @returns the id of the review.
 * @throws {ApiError} in this order: 404 for the task; 403 for a key without a reviewer; 409 for a task that was cancelled,
 *   or has completed without a review of theirs, or of which the reviewer neither holds nor can take a place; 422 for a
 *   correction by who no longer qualifies; 422 for a sample that is none of the task's, for grades that
 *   do not fit its rubric, and for an override of what was not scored.
 */
export async function submitReview(
  tx: Tx,
  deps: PlatformDeps,
  { caller, taskId, body }: { caller: Caller; taskId: string; body: SubmitReviewBody },
): Promise<string> {
  const before = await getTask(tx, caller, taskId);
  const reviewerId = uuidOf("reviewer", (await callingReviewer(tx, caller)).id);
  const place = {
    workspace_id: caller.workspaceId,
    task_id: before.id,
    sample_id: idOrNone("sample", body.sample),
    reviewer_id: reviewerId,
  };
  await lockScores(tx, before, { place, overrides: body.override_ai_score });
  await lockAssignments(tx, caller.workspaceId);
  const submission = await heldTask(tx, deps, { caller, taskId, place });
  const { task } = submission;
  if (!(await isSampleOfTask(tx, place))) throw sampleNotInTask(body.sample, taskId);
  await checkGrades(tx, task, body.grades);
  const existing = await findReviewAt(tx, place);
  const evaluation = await evaluationOf(tx, task, { place, existing });
  const target = await scoreTarget(tx, evaluation, {
    named: body.evaluator,
    ofTask: task.evaluator,
    value: body.override_value ?? null,
    sampleId: place.sample_id,
  });
  const review = await nextRevision(tx, deps, { submission, existing, evaluation, target, body });
  await storeReview(tx, review);
  // What follows from the review is told after it.
  await tellSubmitted(tx, deps, review);
  // A correction adds no review: the task stays as it is.
  if (!submission.corrects) await recordReviewed(tx, deps, { task, reviewerId, sampleId: place.sample_id });
  if (evaluation) await applyOverride(tx, deps, { review, evaluation, target });
  return review.id;
}

/**
 * Locks are taken in one order everywhere, the evaluation's first, then that on completions of its project: where scores
 * may change, they are taken in advance.
 */
async function lockScores(
  tx: Tx,
  task: TaskRow,
  { place, overrides }: { place: ReviewPlace; overrides: boolean },
): Promise<void> {
  const existing = await findReviewAt(tx, place);
  if (!existing && !overrides) return;
  const id = await evaluationIdOf(tx, task, { place, existing });
  if (id === null) return;
  await lockEvaluation(tx, place.workspace_id, id);
  await lockCompletions(tx, { workspaceId: place.workspace_id, projectId: task.project_id });
}

async function evaluationIdOf(
  tx: Tx,
  task: TaskRow,
  { place, existing }: { place: ReviewPlace; existing: ReviewRow | undefined },
): Promise<string | null> {
  const named = existing?.evaluation_id ?? task.evaluation_id;
  if (named !== null) return named;
  const latest = await latestEvaluations(tx, place.workspace_id, [place.sample_id]);
  return latest.get(place.sample_id) ?? null;
}

/** The evaluation that a review belongs to: the one it had before, the task's, or the latest that scored the sample. */
async function evaluationOf(
  tx: Tx,
  task: TaskRow,
  of: { place: ReviewPlace; existing: ReviewRow | undefined },
): Promise<EvaluationRow | undefined> {
  const id = await evaluationIdOf(tx, task, of);
  const reach = { workspaceId: task.workspace_id, projects: null };
  return id === null ? undefined : findEvaluation(tx, reach, id);
}

async function heldTask(
  tx: Tx,
  deps: PlatformDeps,
  { caller, taskId, place }: { caller: Caller; taskId: string; place: ReviewPlace },
): Promise<Submission> {
  const task = await lockTask(tx, caller, place.task_id);
  if (!task) throw new Error(`Task ${place.task_id} is gone.`);
  const isReviewed = (await findReviewAt(tx, place)) !== undefined;
  if (!isOpen(task.status) && !(isReviewed && task.status === "completed"))
    throw taskEnded(taskId, task.status);
  // Read once the lock is held: what it waited for may have changed who they are.
  const reviewer = await callingReviewer(tx, caller);
  const hold = await holdOf(tx, task, { id: place.reviewer_id });
  if (isReviewed && !(hold && isOpen(task.status))) {
    const reason = whyUnqualified(reviewer, task, deps.now());
    if (reason !== null) throw reviewerNotQualified(reviewer.id, reason);
    return { task, reviewer, place, corrects: true, claimedAt: null };
  }
  if (!hold) await takeOpenPlace(tx, deps, { task, reviewer });
  // Who takes a place may move the task on.
  const now = hold ? task : await lockTask(tx, caller, place.task_id);
  return { task: now ?? task, reviewer, place, corrects: false, claimedAt: hold?.claimed_at ?? null };
}

async function takeOpenPlace(
  tx: Tx,
  deps: PlatformDeps,
  { task, reviewer }: { task: TaskRow; reviewer: ReviewerRecord },
): Promise<HoldRow> {
  const taken = await takePlace(tx, deps, task, reviewer);
  if ("refusal" in taken) throw notAssigned(formatId("review_task", task.id));
  return taken.hold;
}

async function checkGrades(tx: Tx, task: TaskRow, grades: SubmitReviewBody["grades"]): Promise<void> {
  const rubric = await findRubric(tx, { workspaceId: task.workspace_id, projects: null }, task.rubric_id);
  if (!rubric) throw new Error(`Rubric ${task.rubric_id} is gone.`);
  const faults = gradeFaults(rubric.dimensions, grades);
  if (faults.length > 0) throw invalidGrades(faults);
}

interface Revision {
  submission: Submission;
  existing: ReviewRow | undefined;
  evaluation: EvaluationRow | undefined;
  target: ScoreTarget;
  body: SubmitReviewBody;
}

async function nextRevision(
  tx: Tx,
  deps: PlatformDeps,
  { submission, existing, evaluation, target, body }: Revision,
): Promise<ReviewRow> {
  const { task, reviewer, place } = submission;
  const now = deps.now();
  return {
    id: existing?.id ?? deps.newId(),
    ...place,
    project_id: task.project_id,
    rubric_id: task.rubric_id,
    evaluation_id: evaluation?.id ?? null,
    revision: (existing?.revision ?? 0) + 1,
    grades: body.grades,
    evaluator: target.evaluator,
    override_value: body.override_value ?? null,
    original_ai_score: target.original,
    notes: body.notes ?? null,
    flags: body.flags,
    credentials: [...reviewer.credentials],
    submitted_at: now,
    first_submitted_at: existing?.first_submitted_at ?? now,
    duration_seconds: existing ? existing.duration_seconds : await durationUntil(tx, submission, now),
  };
}

/** Seconds since the claim, or since the reviewer's review before this one under it; null without a claim. */
async function durationUntil(tx: Tx, { place, claimedAt }: Submission, now: Date): Promise<number | null> {
  if (!claimedAt) return null;
  const last = await lastSubmittedAt(tx, place);
  return Math.max(0, now.getTime() - Math.max(claimedAt.getTime(), last?.getTime() ?? 0)) / 1000;
}

async function tellSubmitted(tx: Tx, deps: PlatformDeps, review: ReviewRow): Promise<void> {
  const data = {
    review: formatId("review", review.id),
    task: formatId("review_task", review.task_id),
    project: formatId("project", review.project_id),
    sample: formatId("sample", review.sample_id),
    reviewer: formatId("reviewer", review.reviewer_id),
    revision: review.revision,
  };
  await insertEvent<ReviewEvent>(
    tx,
    { workspaceId: review.workspace_id, id: deps.newId() },
    { event: "review.submitted", at: review.submitted_at.getTime(), data },
  );
}
