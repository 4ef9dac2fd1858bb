// Refusals of review: tasks, claims, grades, overrides, blindness, reliability.
import { ApiError, type FieldError } from "../platform/errors.ts";
import { refusal, validationFailed } from "../platform/validation/validation.ts";
import { counted } from "../domain/values/counted.ts";
import { quoted } from "../wire/http/quote.ts";

/** 403: the key belongs to no reviewer and the route acts as one. */
export const reviewerRequired = (): ApiError =>
  new ApiError(
    "reviewer_required",
    'The API key belongs to no reviewer; use one that was created with "reviewer": POST /v1/api_keys.',
  );

/** 403: what is asked for would tell of a sample that the calling reviewer has still to review blind. */
export const blindPending = (): ApiError =>
  new ApiError(
    "blind_pending",
    "This covers a sample that you have still to review blind; submit that review first: GET /v1/reviews/queue lists what waits.",
  );

/** Why somebody does not qualify, each half a sentence about them: `holds MD; the task needs NP or RN`. */
export type DisqualifyingReason = string;

/** 422: the reviewer may not review this; the message says why. */
export const reviewerNotQualified = (id: string, reason: DisqualifyingReason, path = ""): ApiError =>
  refusal("reviewer_not_qualified", [
    { path, code: "reviewer_not_qualified", message: `The reviewer ${quoted(id)} ${reason}.` },
  ]);

/** 409: the calling reviewer does not hold the task. */
export const notAssigned = (task: string): ApiError =>
  new ApiError(
    "not_assigned",
    `The review task ${quoted(task)} is not assigned to you; claim it first, if a place is open: POST /v1/reviews/tasks/{id}/claim.`,
  );

/** 409: every place of the task is taken. */
export const noOpenSlot = (task: string, reviewsRequired: number): ApiError =>
  new ApiError(
    "conflict",
    `The review task ${quoted(task)} has no open place: it needs ${counted(reviewsRequired, "reviewer")} and has them.`,
  );

/** 409: a task that has ended takes no more of this. */
export const taskEnded = (task: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The review task ${quoted(task)} is ${status}; this needs one that is pending, assigned or in_progress.`,
  );

/** 409: the one to be given the task holds it already. */
export const alreadyAssigned = (task: string, reviewer: string): ApiError =>
  new ApiError("conflict", `The reviewer ${quoted(reviewer)} holds the review task ${quoted(task)} already.`);

/** 400: several hold the task and it is not said whose place is meant. */
export const holderNotNamed = (holders: readonly string[]): ApiError =>
  validationFailed([
    {
      path: "/from",
      code: "required",
      message: `from is missing; the task has no open place and is held by ${holders.map((id) => quoted(id)).join(", ")}: say who is to give it up.`,
    },
  ]);

/** 422: the one who is to give the task up does not hold it. */
export const assigneeUnknown = (from: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/from",
      code: "reference_not_found",
      message: `The reviewer ${quoted(from)} does not hold the task.`,
    },
  ]);

/** 422: something the body names lies in another project. */
export const inOtherProject = (path: string, named: string, project: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `The ${named} is not in the project ${quoted(project)}; it must be.`,
    },
  ]);

/** 422: samples that do not exist, cannot be reached, or lie in another project; each named. */
export const samplesNotFound = (
  missing: readonly { id: string; path: string }[],
  project: string,
): ApiError =>
  refusal(
    "reference_not_found",
    missing.map(({ id, path }) => ({
      path,
      code: "reference_not_found",
      message: `There is no sample ${quoted(id)} in the project ${quoted(project)} that this API key can reach.`,
    })),
  );

/** 422: the sample that is reviewed is none of the task's. */
export const sampleNotInTask = (sample: string, task: string): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/sample",
      code: "reference_not_found",
      message: `The sample ${quoted(sample)} is none of the review task ${quoted(task)}; GET /v1/reviews/tasks/{id} lists its samples.`,
    },
  ]);

/** 422: an evaluator that the evaluation does not have. */
export const evaluatorNotInEvaluation = (
  evaluator: string,
  known: readonly string[],
  path: string,
): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `The evaluator ${quoted(evaluator)} is none of the evaluation's, which are ${known.map((key) => quoted(key)).join(", ")}.`,
    },
  ]);

/** 422: grades that do not fit the rubric, every one of them. */
export const invalidGrades = (errors: readonly FieldError[]): ApiError => refusal("invalid_grades", errors);

/** 422: the sample has no automated score that could be overridden. */
export const nothingToOverride = (sample: string, evaluator: string | null): ApiError =>
  refusal("nothing_to_override", [
    {
      path: "/override_ai_score",
      code: "nothing_to_override",
      message: `The sample ${quoted(sample)} has no automated score${evaluator === null ? "" : ` of the evaluator ${quoted(evaluator)}`} in a completed evaluation; send the review without an override.`,
    },
  ]);

/** 409: the task names an evaluation that has no scores to override. */
export const evaluationNotOverridable = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The evaluation ${quoted(id)} is ${status}; only scores of a completed one can be overridden: send the review without an override.`,
  );

/** 422: the dimension stands in several rubrics of the project. */
export const ambiguousDimension = (dimension: string, rubrics: readonly string[]): ApiError =>
  refusal("ambiguous_dimension", [
    {
      path: "/dimension",
      code: "ambiguous_dimension",
      message: `The dimension ${quoted(dimension)} stands in several rubrics of the project: ${rubrics.map((id) => quoted(id)).join(", ")}; name one as rubric.`,
    },
  ]);

/** 422: no rubric has the dimension. */
export const dimensionNotFound = (dimension: string, known: readonly string[]): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/dimension",
      code: "reference_not_found",
      message: `There is no dimension ${quoted(dimension)}; there ${known.length === 0 ? "are none" : `are ${known.map((id) => quoted(id)).join(", ")}`}.`,
    },
  ]);

/** 422: agreement needs at least two samples that two reviewers graded. */
export const notEnoughReviews = (samples: number): ApiError =>
  new ApiError(
    "not_enough_reviews",
    `${samples === 0 ? "No sample was" : "Only 1 sample was"} graded by two reviewers or more in the period; agreement needs at least 2 samples. Reviews of tasks that are not blind count only with include_unblinded.`,
  );
