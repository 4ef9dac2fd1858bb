import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { gradeFaults } from "@assay/contract/review/rubrics/grade-rules";
import {
  invalidGrades,
  notAssigned,
  reviewerNotQualified,
  sampleNotInTask,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import type { SubmitReviewBody } from "@assay/contract/review/reviews/reviews";
import { isOpen, placesFor } from "@assay/contract/domain";
import {
  holdOf,
  openTaskOf,
  recordReviewed,
  takePlace,
  whyUnfit,
  whyUnqualified,
} from "../tasks/assignment.ts";
import { applyOverrides, latestEvaluation, originalScore, presentRevision } from "./overrides.ts";
import { tellOverridden, tellSubmitted } from "./review-events.ts";
import { callingReviewer, getTask } from "../tasks/review-task-handlers.ts";
import { crossThresholdsAgain } from "../../evaluation/thresholds/cross-thresholds.ts";
import type { ReviewCall, ReviewContents, ReviewRow, TaskRow } from "../review-tables.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";

/** What a submission is made of once it is checked. */
interface Submission {
  task: TaskRow;
  reviewer: ReviewerRecord;
  existing: ReviewRow | undefined;
  evaluation: EvaluationRow | undefined;
  original: number | null;
  /** Whether it corrects a review whose author no longer holds the task, or whose task has completed. */
  corrects: boolean;
  body: SubmitReviewBody;
}

/** Stores the calling reviewer's review of a sample, or the next revision of it. @throws {ApiError} as the server does. */
export function submitReview(call: ReviewCall, taskId: string, body: SubmitReviewBody): ReviewRow {
  // All is checked before anything is changed: a mock cannot take a change back.
  const submission = checked(call, taskId, body);
  const { task, reviewer, existing, evaluation } = submission;
  const duration = existing ? existing.durationSeconds : durationOf(call, submission);
  if (!submission.corrects && !holdOf(task, reviewer.id)) takePlace(call, task, reviewer);
  const { reviews } = call.caller.workspace;
  const before = existing && presentRevision(existing);
  const overrode = before && before.overrideValue !== null;
  const ordinal = 1 + Math.max(0, ...[...reviews.values()].map((one) => one.ordinal));
  const contents = contentsOf(submission, call.clock.now());
  const row: ReviewRow = {
    id: existing?.id ?? call.newId("review"),
    project: task.project,
    task: task.id,
    sample: body.sample,
    reviewer: reviewer.id,
    rubric: task.rubric,
    evaluation: evaluation?.id ?? null,
    originalAiScore: submission.original,
    credentials: [...reviewer.credentials],
    durationSeconds: duration,
    revisions: [...(existing?.revisions ?? []), contents],
    ordinal,
    createdAt: existing?.createdAt ?? contents.submittedAt,
  };
  reviews.set(row.id, row);
  // What follows from the review is told after it.
  tellSubmitted(call, row);
  if (!submission.corrects) recordReviewed(call, task, reviewer.id);
  if (evaluation && (overrode || contents.overrideValue !== null)) {
    applyOverrides(call.caller.workspace, evaluation, body.sample);
    tellOverridden(call, { row: evaluation, review: row, before });
    crossThresholdsAgain(call.caller.workspace, evaluation, call.clock.now());
  }
  return row;
}

function checked(call: ReviewCall, taskId: string, body: SubmitReviewBody): Submission {
  const { workspace } = call.caller;
  const task = getTask(call.caller, taskId);
  const reviewer = callingReviewer(call.caller);
  const existing = [...workspace.reviews.values()].find(
    (one) => one.task === task.id && one.sample === body.sample && one.reviewer === reviewer.id,
  );
  const corrects = checkPlace(call, { task, reviewer, isReviewed: existing !== undefined });
  if (!task.samples.includes(body.sample)) throw sampleNotInTask(body.sample, taskId);
  const faults = gradeFaults(workspace.rubrics.get(task.rubric)?.dimensions ?? [], body.grades);
  if (faults.length > 0) throw invalidGrades(faults);
  const named = existing?.evaluation ?? task.evaluation;
  const evaluation =
    named === null ? latestEvaluation(workspace, body.sample, call) : workspace.evaluations.get(named);
  const original = originalScore(call, evaluation, {
    named: body.evaluator,
    ofTask: task.evaluator,
    value: body.override_value ?? null,
    sample: body.sample,
  });
  return { task, reviewer, existing, evaluation, original, corrects, body };
}

/** Whether the submission corrects a review without a place of the task. @throws {ApiError} when it needs one and has none. */
function checkPlace(
  call: ReviewCall,
  { task, reviewer, isReviewed }: { task: TaskRow; reviewer: ReviewerRecord; isReviewed: boolean },
): boolean {
  const now = call.clock.now();
  if (!isOpen(task.status) && !(isReviewed && task.status === "completed"))
    throw taskEnded(task.id, task.status);
  const holds = holdOf(task, reviewer.id) !== undefined;
  if (isReviewed && !(holds && isOpen(task.status))) {
    const reason = whyUnqualified(reviewer, task, now);
    if (reason !== null) throw reviewerNotQualified(reviewer.id, reason);
    return true;
  }
  const mayTake = whyUnfit(reviewer, task, now) === null && placesFor(openTaskOf(task), reviewer.id) > 0;
  if (!holds && !mayTake) throw notAssigned(task.id);
  return false;
}

const contentsOf = ({ task, existing, body }: Submission, now: number): ReviewContents => ({
  revision: (existing?.revisions.length ?? 0) + 1,
  grades: body.grades,
  evaluator: body.evaluator ?? task.evaluator,
  overrideValue: body.override_value ?? null,
  notes: body.notes ?? null,
  flags: body.flags,
  submittedAt: now,
});

/** Seconds since the claim, or since the reviewer's review before this one under it; null without a claim. */
function durationOf({ caller, clock }: ReviewCall, { task, reviewer }: Submission): number | null {
  const claimedAt = holdOf(task, reviewer.id)?.claimedAt ?? null;
  if (claimedAt === null) return null;
  const submitted = [...caller.workspace.reviews.values()]
    .filter((one) => one.task === task.id && one.reviewer === reviewer.id)
    .map((one) => presentRevision(one).submittedAt);
  return Math.max(0, clock.now() - Math.max(claimedAt, ...submitted)) / 1000;
}
