// Refusals for requests about reviewing: tasks, claims, grades, overrides, blind review, reliability.
import { ApiError, type FieldError } from "../platform/errors.ts";
import {
  anyOf,
  evaluatorText,
  idInPath,
  notFoundText,
  notInText,
  quotedList,
  stateText,
} from "../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../platform/validation/validation.ts";
import { counted } from "../domain/values/counted.ts";
import { quoted } from "../wire/http/quote.ts";

const unknownReference = (path: string, message: string): ApiError =>
  refusal("reference_not_found", [{ path, code: "reference_not_found", message }]);

/** 403: the route acts for a reviewer, and the API key does not belong to one. */
export const reviewerRequired = (): ApiError =>
  new ApiError(
    "reviewer_required",
    "This operation requires an API key of a reviewer. Create one with POST /v1/api_keys and the member reviewer.",
  );

/**
 * 403: the response would reveal results for a sample that the calling reviewer has yet to review blind.
 *
 * @param unfinished the task that hides a sample that the reviewer has already reviewed in it, and the number of samples
 *   of the task that the reviewer has yet to review.
 */
export function blindPending(unfinished?: { task: string; left: number }): ApiError {
  const detail = unfinished
    ? `This would reveal results of a sample of review task ${quoted(unfinished.task)}. You see them after you have submitted reviews of all its samples, or after it has ended. Reviews left: ${unfinished.left}. List them with GET /v1/reviews/queue.`
    : "This would reveal results of a sample you have yet to review blind. Submit that review first; list your queue with GET /v1/reviews/queue.";
  return new ApiError("blind_pending", detail);
}

/**
 * Why a reviewer does not qualify, as the predicate of a sentence: `holds MD; the task requires NP or RN`.
 */
export type DisqualifyingReason = string;

/** 422: the reviewer cannot review this task. The message states the reason. */
export const reviewerNotQualified = (id: string, reason: DisqualifyingReason, path = ""): ApiError =>
  refusal("reviewer_not_qualified", [
    { path, code: "reviewer_not_qualified", message: `Reviewer ${quoted(id)} ${reason}.` },
  ]);

/** 409: the task is not assigned to the calling reviewer. */
export const notAssigned = (task: string): ApiError =>
  new ApiError(
    "not_assigned",
    `Review task ${quoted(task)} is not assigned to you. If it has an open slot, claim it with POST /v1/reviews/tasks/${idInPath(task)}/claim.`,
  );

/** 409: the task has no open slot. */
export const noOpenSlot = (task: string, reviewsRequired: number): ApiError =>
  new ApiError(
    "conflict",
    reviewsRequired === 1
      ? `Review task ${quoted(task)} has no open slot: its reviewer is assigned.`
      : `Review task ${quoted(task)} has no open slot: all ${reviewsRequired} reviewers are assigned.`,
  );

/** 409: a completed, cancelled or expired task does not accept this operation. */
export const taskEnded = (task: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Review task ${quoted(task)}`, {
      state: status,
      requires: ["pending", "assigned", "in_progress"],
    }),
  );

/** 409: the reviews of an imported task change only by an import. */
export const taskImported = (task: string): ApiError =>
  new ApiError(
    "invalid_state",
    `Review task ${quoted(task)} is imported; this operation requires a task for reviewers. Correct imported reviews with POST /v1/reviews/import and mode=update.`,
  );

/** 409: the task is already assigned to the reviewer. */
export const alreadyAssigned = (task: string, reviewer: string): ApiError =>
  new ApiError(
    "conflict",
    `Review task ${quoted(task)} is already assigned to reviewer ${quoted(reviewer)}.`,
  );

/** 400: several reviewers have assignments, and the body does not specify which one to replace. */
export const holderNotNamed = (holders: readonly string[]): ApiError =>
  validationFailed([
    {
      path: "/from",
      code: "required",
      message: `from is required: name the reviewer whose assignment to take over (${quotedList(holders)}).`,
    },
  ]);

/** 422: the reviewer to replace has no assignment. */
export const assigneeUnknown = (from: string): ApiError =>
  unknownReference("/from", `from is ${quoted(from)}; it must be a reviewer to whom the task is assigned.`);

/**
 * 422: the body references an object in another project.
 *
 * @param named the object, such as `Rubric "rub_1"`.
 */
export const inOtherProject = (path: string, named: string, project: string): ApiError =>
  unknownReference(path, notInText(named, `project ${quoted(project)}`));

/** 422: samples are unknown, not accessible or in another project. Contains one fault for each sample. */
export const samplesNotFound = (
  missing: readonly { id: string; path: string }[],
  project: string,
): ApiError =>
  refusal(
    "reference_not_found",
    missing.map(({ id, path }) => ({
      path,
      code: "reference_not_found",
      message: notFoundText(
        `Sample ${quoted(id)} of project ${quoted(project)}`,
        "List samples with GET /v1/datasets/{id}/samples",
      ),
    })),
  );

/** 422: the task does not contain the reviewed sample. */
export const sampleNotInTask = (sample: string, task: string): ApiError =>
  unknownReference(
    "/sample",
    notInText(
      `Sample ${quoted(sample)}`,
      `review task ${quoted(task)}`,
      `List its samples with GET /v1/reviews/tasks/${idInPath(task)}`,
    ),
  );

/** 409: the stored revision of the review is not the expected one; 0 stands for no review. */
export const revisionConflict = (
  sample: string,
  { stored, expected }: { stored: number; expected: number },
): ApiError =>
  refusal("conflict", [
    {
      path: "/expected_revision",
      code: "conflict",
      message: `expected_revision is ${expected}; it must be ${stored}, the stored revision of your review of sample ${quoted(sample)}.`,
    },
  ]);

/** 422: the evaluation does not have the evaluator. */
export const evaluatorNotInEvaluation = (
  evaluator: string,
  known: readonly string[],
  path: string,
): ApiError => unknownReference(path, evaluatorText("evaluator", evaluator, known));

/** 422: grades do not match the rubric. Contains one fault for each error. */
export const invalidGrades = (errors: readonly FieldError[]): ApiError => refusal("invalid_grades", errors);

/** 422: the sample has no automated score to override. */
export function nothingToOverride(sample: string, evaluator: string | null): ApiError {
  const score = evaluator === null ? "automated score" : `automated score of evaluator ${quoted(evaluator)}`;
  return refusal("nothing_to_override", [
    {
      path: "/override_ai_score",
      code: "nothing_to_override",
      message: `Sample ${quoted(sample)} has no ${score} in a completed evaluation. Send the review without an override.`,
    },
  ]);
}

/** 409: the task's evaluation has no scores to override. */
export const evaluationNotOverridable = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(
      `Evaluation ${quoted(id)}`,
      { state: status, requires: ["completed"] },
      "Send the review without an override",
    ),
  );

/** 422: several rubrics in the project have the dimension. */
export const ambiguousDimension = (dimension: string, rubrics: readonly string[]): ApiError =>
  refusal("ambiguous_dimension", [
    {
      path: "/dimension",
      code: "ambiguous_dimension",
      message: `Dimension ${quoted(dimension)} belongs to several rubrics. Set rubric to one of ${quotedList(rubrics)}.`,
    },
  ]);

/** 400: the requested distance between grades has no meaning for the dimension. */
export const alphaMetricMeaningless = (
  metric: string,
  accepted: readonly string[],
  { id, type }: { id: string; type: string },
): ApiError =>
  validationFailed([
    {
      path: "/alpha_metric",
      code: "invalid_value",
      message: `alpha_metric is ${quoted(metric)}; it must be ${anyOf(accepted)}, because dimension ${quoted(id)} has the type ${type}${accepted.length === 2 ? " and is ordered" : ""}.`,
    },
  ]);

/** 422: the grades in the period are too many to compute their agreement. */
export const tooManyGradePairs = (pairs: number, max: number): ApiError =>
  refusal("too_large_to_compute", [
    {
      path: "/period",
      code: "too_large_to_compute",
      message: `The period has ${pairs} pairs of grades (two grades of one sample); it must have at most ${max}. Use a shorter period.`,
    },
  ]);

/** 422: no rubric has the dimension. */
export const dimensionNotFound = (id: string, known: readonly string[], path = "/dimension"): ApiError =>
  unknownReference(
    path,
    `Dimension ${quoted(id)} not found. ${known.length === 0 ? "Create rubrics with POST /v1/reviews/rubrics" : `Use one of ${quotedList(known)}`}.`,
  );

/** 422: measuring agreement requires at least two samples that two reviewers graded. */
export const notEnoughReviews = (samples: number): ApiError =>
  new ApiError(
    "not_enough_reviews",
    `The period has ${counted(samples, "sample")} with grades of two or more reviewers; it must have at least 2. To count reviews that are not blind, set include_unblinded.`,
  );

/** 404: the task does not contain the sample. */
export const sampleOfTaskNotFound = (sample: string, task: string): ApiError =>
  new ApiError(
    "not_found",
    notFoundText(
      `Sample ${quoted(sample)} of review task ${quoted(task)}`,
      `List its samples with GET /v1/reviews/tasks/${idInPath(task)}/samples`,
    ),
  );

/** 409: the task hides nothing that could be revealed. */
export const taskNotBlind = (task: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Review task ${quoted(task)}`, { state: "not blind", requires: ["blind"] }),
  );
