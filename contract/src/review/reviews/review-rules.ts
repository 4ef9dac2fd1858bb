import { type HidingTask, refuseHidden } from "./blind-access.ts";
import { isOpen } from "../../domain/review/task-states.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { ApiError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import { requireCallingReviewer, type ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { DraftRecord } from "../drafts/draft-rules.ts";
import type { ReviewEvent } from "../review-events.ts";
import { isAfterReveal } from "../reveal/reveal-rules.ts";
import { gradeFaults } from "../rubrics/grade-rules.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { claimSlot, requireTask, slotRefusal } from "../tasks/review-task-rules.ts";
import { TaskChanges, type TaskContext, type TaskDecision } from "../tasks/task-changes.ts";
import { findAssignment, type TaskRecord, whyUnqualified } from "../tasks/task-record.ts";
import { checkRevisions } from "./expected-revisions.ts";
import { type ScoredSample, type ScoreTarget, scoreTarget } from "./override-rules.ts";
import {
  invalidGrades,
  notAssigned,
  reviewerNotQualified,
  sampleNotInTask,
  taskEnded,
  taskImported,
} from "../review-refusals.ts";
import type { ReviewRecord } from "./review-record.ts";
import type { SubmitReviewBody } from "./reviews.ts";

/** A command that submits a review of a sample in a task. */
export interface SubmitCommand {
  taskId: string;
  body: SubmitReviewBody;
}

/**
 * The state that the caller loads while the workspace's assignments, the task and the scores to override are
 * locked.
 */
export interface SubmitState {
  /** The task, if the caller can access it. */
  task: TaskRecord | undefined;
  /** The reviewer for whom the API key acts. */
  reviewer: ReviewerRecord | undefined;
  isSampleOfTask: boolean;
  /** The dimensions of the task's rubric. */
  dimensions: readonly RubricDimension[];
  /** The reviewer's existing review of the sample in the task. */
  existing: ReviewRecord | undefined;
  /** The reviewer's draft of the sample in the task. */
  draft: Pick<DraftRecord, "revision"> | undefined;
  /** Number of reviews of the sample in the task. */
  reviewsOfSample: number;
  /** Time of the reviewer's last review in the task; null if there is none. */
  lastSubmittedAt: number | null;
  /** Whether the reviewer has adjudicated the sample with the task's rubric. */
  hasAdjudicated: boolean;
  /** The evaluation that the review belongs to; see `evaluationOfReview`. */
  scored: ScoredSample | undefined;
}

/**
 * The changes that a submission makes: the stored review, the changed task, and the events for both in order.
 */
export interface SubmitDecision extends TaskDecision {
  record: ReviewRecord;
  /** The score that the review relates to. Its override takes effect after the review is stored. */
  target: ScoreTarget;
}

/**
 * Requires that a review exists.
 *
 * @throws {ApiError} 404 if the review does not exist; 403 if a task hides its sample from the caller.
 */
export function requireReview<R extends ReviewRecord>(
  review: R | undefined,
  { id, hiding }: { id: string; hiding: readonly HidingTask[] },
): R {
  if (!review) throw notFound("review", id);
  refuseHidden(hiding);
  return review;
}

/**
 * Returns the id of the evaluation that a review belongs to: the evaluation in the existing review, or else
 * in the task.
 *
 * @returns null if neither has one. The review then belongs to the latest completed evaluation that scored
 *   the sample.
 */
export const evaluationOfReview = (
  task: Pick<TaskRecord, "evaluation">,
  existing: Pick<ReviewRecord, "evaluation"> | undefined,
): string | null => existing?.evaluation ?? task.evaluation;

/**
 * Decides a submission by the calling reviewer: a review of a sample, or the next revision of that review.
 * Updates the task's progress.
 *
 * A reviewer can correct an existing review even after losing the assignment to the task, and even after the
 * task has completed. An override can therefore always be withdrawn. The reviewer must still qualify.
 *
 * @throws {ApiError} in this order: 404 for the task; 403 for a key without a reviewer; 422 for a reviewer who has adjudicated the
 *   sample; 409 for an imported
 *   or a cancelled task, or for a completed task that the reviewer has not reviewed; 422 for a correction by a reviewer who
 *   no longer qualifies; 409 if the reviewer is not assigned to the task and cannot claim a slot; 422 for a
 *   sample outside the task; 409 if another revision of the review or of the draft is stored than the expected one; 422 for grades that do not
 *   match the task's rubric. Also throws the refusals of
 *   `scoreTarget`.
 */
export function decideReview(
  state: SubmitState,
  { taskId, body }: SubmitCommand,
  context: TaskContext & Pick<RuleContext, "newId">,
): SubmitDecision {
  const task = requireTask(state.task, taskId);
  const reviewer = requireCallingReviewer(state.reviewer);
  if (state.hasAdjudicated) throw reviewerNotQualified(reviewer.id, "has adjudicated the sample", "/sample");
  const submitter = { task, reviewer, isNew: state.existing === undefined };
  const refusal = submitRefusal(submitter, context.now);
  if (refusal) throw refusal;
  const corrects = isCorrection(submitter);
  if (!state.isSampleOfTask) throw sampleNotInTask(body.sample, taskId);
  checkRevisions(state, body);
  const faults = gradeFaults(state.dimensions, body.grades);
  if (faults.length > 0) throw invalidGrades(faults);
  const target = scoreTarget(state.scored, {
    named: body.evaluator,
    ofTask: task.evaluator,
    value: body.override_value ?? null,
    sample: body.sample,
  });
  const record = nextRevision({ state, task, reviewer, target }, body, context);
  const changes = new TaskChanges({ tasks: [task], candidates: [] }, context);
  if (!corrects && !findAssignment(task, reviewer.id)) claimSlot({ changes, task, context }, reviewer.id);
  changes.emit(reviewSubmitted(record));
  // A correction adds no review, so the task does not change.
  if (!corrects)
    changes.recordReview(taskId, {
      reviewer: reviewer.id,
      isNew: submitter.isNew,
      ofSample: state.reviewsOfSample,
    });
  return { ...changes.decision(), record, target };
}

/** A reviewer who submits a review of a sample of a task. */
interface Submitter {
  task: TaskRecord;
  reviewer: ReviewerRecord;
  /** Whether the reviewer has not reviewed the sample in the task. */
  isNew: boolean;
}

/** Whether a submission corrects an existing review although its reviewer is not assigned to the open task. */
const isCorrection = ({ task, reviewer, isNew }: Submitter): boolean =>
  !isNew && !(findAssignment(task, reviewer.id) !== undefined && isOpen(task.status));

/**
 * Returns why a reviewer cannot submit a review of a sample of the task.
 *
 * @returns 409 for an imported or a cancelled task, or for a completed task that the reviewer has not reviewed; 422 for a
 *   correction by a reviewer who no longer qualifies; 409 if the reviewer is not assigned and cannot claim a slot;
 *   undefined if the reviewer can submit.
 */
export function submitRefusal(submitter: Submitter, now: number): ApiError | undefined {
  const { task, reviewer, isNew } = submitter;
  if (task.origin === "import") return taskImported(task.id);
  if (!isOpen(task.status) && (isNew || task.status !== "completed")) return taskEnded(task.id, task.status);
  if (isCorrection(submitter)) {
    const reason = whyUnqualified(reviewer, task, now);
    return reason === null ? undefined : reviewerNotQualified(reviewer.id, reason);
  }
  const isAssigned = findAssignment(task, reviewer.id) !== undefined;
  return !isAssigned && slotRefusal(task, reviewer, now) ? notAssigned(task.id) : undefined;
}

interface Submission {
  state: SubmitState;
  task: TaskRecord;
  reviewer: ReviewerRecord;
  target: ScoreTarget;
}

function nextRevision(
  submission: Submission,
  body: SubmitReviewBody,
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): ReviewRecord {
  const { state, task, reviewer, target } = submission;
  const { existing, scored } = state;
  return {
    id: existing?.id ?? newId("review"),
    project: task.project,
    task: task.id,
    sample: body.sample,
    reviewer: reviewer.id,
    rubric: task.rubric,
    evaluation: scored?.id ?? null,
    revision: (existing?.revision ?? 0) + 1,
    grades: body.grades,
    evaluator: target.evaluator,
    overrideValue: body.override_value ?? null,
    originalAiScore: target.original,
    notes: body.notes ?? null,
    flags: body.flags,
    activeSeconds: body.active_seconds ?? null,
    afterReveal: isAfterReveal(task, existing, task.reviewed[reviewer.id] ?? 0),
    credentials: [...reviewer.credentials],
    submittedAt: now,
    revealedAt: existing?.revealedAt ?? null,
    createdAt: existing?.createdAt ?? now,
    durationSeconds: existing ? existing.durationSeconds : durationUntil(submission, now),
  };
}

/**
 * Returns the seconds since the reviewer claimed the task, or since the reviewer's previous review after the
 * claim. Returns null if the reviewer has not claimed the task.
 */
function durationUntil({ state, task, reviewer }: Submission, now: number): number | null {
  const claimedAt = findAssignment(task, reviewer.id)?.claimedAt ?? null;
  if (claimedAt === null) return null;
  return Math.max(0, now - Math.max(claimedAt, state.lastSubmittedAt ?? 0)) / 1000;
}

const reviewSubmitted = ({
  id: review,
  task,
  project,
  sample,
  reviewer,
  revision,
  submittedAt: at,
}: ReviewRecord): ReviewEvent => ({
  event: "review.submitted",
  at,
  data: { review, task, project, sample, reviewer, revision },
});
