// Refusals of adjudications.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { notInText, stateText } from "../../platform/validation/refusal-texts.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 409: samples of a cancelled task are not adjudicated. */
export const taskCancelled = (task: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Review task ${quoted(task)}`, {
      state: "cancelled",
      requires: ["pending", "assigned", "in_progress", "completed"],
    }),
  );

/** 409: the sample still lacks reviews that its task requires. */
export const reviewsMissing = (
  sample: string,
  { task, reviews, required }: { task: string; reviews: number; required: number },
): ApiError =>
  new ApiError(
    "invalid_state",
    `Sample ${quoted(sample)} has ${counted(reviews, "review")} in review task ${quoted(task)}; it must have ${required}.`,
  );

/** 422: an adjudication requires the grades of several reviewers. */
export const tooFewReviewers = (sample: string, reviewers: number): ApiError =>
  refusal("not_enough_reviews", [
    {
      path: "/sample",
      code: "not_enough_reviews",
      message: `Sample ${quoted(sample)} has reviews of ${counted(reviewers, "reviewer")} with the rubric; it must have reviews of at least 2.`,
    },
  ]);

/** 422: named reviews are not reviews of the sample. Contains one fault for each. */
export const reviewsNotOfSample = (
  given: readonly { index: number; review: string }[],
  sample: string,
): ApiError =>
  refusal(
    "reference_not_found",
    given.map(({ index, review }): FieldError => ({
      path: `/basis/${index}`,
      code: "reference_not_found",
      message: notInText(
        `Review ${quoted(review)}`,
        `sample ${quoted(sample)} and the rubric of the task`,
        "List reviews with GET /v1/reviews",
      ),
    })),
  );

/** 409: the request does not name the present adjudication. */
export const adjudicationConflict = (
  sample: string,
  { present, given }: { present: string | undefined; given: string | undefined },
): ApiError => {
  const state = given === undefined ? "supersedes is absent" : `supersedes is ${quoted(given)}`;
  const required =
    present === undefined
      ? `it must be absent, because sample ${quoted(sample)} has no adjudication with the rubric`
      : `it must be ${quoted(present)}, the present adjudication of sample ${quoted(sample)}`;
  return refusal("conflict", [{ path: "/supersedes", code: "conflict", message: `${state}; ${required}.` }]);
};
