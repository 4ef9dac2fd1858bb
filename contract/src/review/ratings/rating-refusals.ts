// Refusals about imports of ratings.
import { ApiError, type FieldError } from "../../platform/errors.ts";
import { quotedList } from "../../platform/validation/refusal-texts.ts";
import { validationFailed } from "../../platform/validation/validation.ts";
import { counted } from "../../domain/values/counted.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 403: an import states ratings of several people, so a reviewer's own API key cannot make it. */
export const importerIsReviewer = (): ApiError =>
  new ApiError(
    "insufficient_scope",
    "This operation requires an API key that belongs to no reviewer. Create one with POST /v1/api_keys without the member reviewer.",
  );

/** 400: the query has only one of the two parameters of a wide table. */
export const wideParameterMissing = (missing: "dimension" | "raters"): ApiError =>
  validationFailed([
    {
      path: `query/${missing}`,
      code: "required",
      message: `${missing} is required: a wide table needs both dimension and raters.`,
    },
  ]);

/** 400: two columns of a wide table have the same rater. White space around a name and the Unicode form do not matter. */
export const raterColumnRepeated = (name: string, index: number, first: number): ApiError =>
  validationFailed([
    {
      path: `query/raters/${index}`,
      code: "repeated",
      message: `raters[${index}] is ${quoted(name)}, the same rater as raters[${first}]; it must be unique.`,
    },
  ]);

/** 400: the header of a column of a wide table is blank. */
export const raterColumnBlank = (name: string, index: number): ApiError =>
  validationFailed([
    {
      path: `query/raters/${index}`,
      code: "too_small",
      message: `raters[${index}] is ${quoted(name)}; it must be the id or the name of a reviewer, and not blank.`,
    },
  ]);

/** 400: the file has more raters than an import accepts, for example because a wrong column was mapped to `rater`. */
export const tooManyRaters = (max: number): ApiError =>
  validationFailed([
    {
      path: "body",
      code: "too_big",
      message: `The file names more than ${max} raters; it must name at most ${max}.`,
    },
  ]);

/** The fault of a rating whose dimension the rubric does not have. */
export const unknownDimension = (path: string, id: string, known: readonly string[]): FieldError => ({
  path,
  code: "unknown_dimension",
  message: `dimension is ${quoted(id)}; it must be a dimension of the rubric: ${quotedList(known)}.`,
});

/** The fault of a row without a value. */
export const valueMissing = (path: string): FieldError => ({
  path,
  code: "required",
  message: "value is required: set null if the rater could not assess the sample.",
});

/** The fault of a rating in the future. @param now the time of the import, in milliseconds since 1970. */
export const submittedLater = (given: string, now: number): FieldError => ({
  path: "/submitted_at",
  code: "too_big",
  message: `submitted_at is ${quoted(given)}; it must not be later than the import at ${new Date(now).toISOString()}.`,
});

/** Position of a fault: the path of the rater in the row, and the line of the row. */
export interface RatingPlace {
  path: string;
  line: number;
}

/** The fault of a rating by an unknown rater. */
export const raterUnknown = (rater: string, place: RatingPlace): FieldError => ({
  ...place,
  code: "reference_not_found",
  message: `rater is ${quoted(rater)}; it must be the id or the name of a reviewer, unless the import sets create_reviewers=true and it is a name.`,
});

/** The fault of a rating whose rater is a blank name. */
export const raterBlank = (rater: string, place: RatingPlace): FieldError => ({
  ...place,
  code: "too_small",
  message: `rater is ${quoted(rater)}; it must be the id or the name of a reviewer, and not blank.`,
});

/**
 * The fault of a rating by a new rater whose name differs only in spelling from another new name in the file.
 *
 * @param other the other name in the file.
 */
export const raterSpellings = (rater: string, other: string, place: RatingPlace): FieldError => ({
  ...place,
  code: "ambiguous",
  message: `rater is ${quoted(rater)}, but the file also names ${quoted(other)}; it must be spelled alike in all rows.`,
});

/**
 * The fault of a rating by a new rater whose name differs only in spelling from the name of a reviewer.
 *
 * @param reviewer the name and the id of the reviewer.
 */
export const raterMisspelled = (
  rater: string,
  reviewer: { name: string; id: string },
  place: RatingPlace,
): FieldError => ({
  ...place,
  code: "ambiguous",
  message: `rater is ${quoted(rater)}, but a reviewer has the name ${quoted(reviewer.name)}; it must be that name, or the id ${quoted(reviewer.id)}.`,
});

/** The fault of a rating whose rater is a name that several reviewers have. */
export const raterAmbiguous = (rater: string, reviewers: number, place: RatingPlace): FieldError => ({
  ...place,
  code: "ambiguous",
  message: `rater is ${quoted(rater)}; it must be an id, because ${counted(reviewers, "reviewer")} have this name.`,
});

/** The fault of a rating by a reviewer who does not review in the project of the dataset. */
export const raterOutsideProject = (rater: string, project: string, place: RatingPlace): FieldError => ({
  ...place,
  code: "reviewer_not_qualified",
  message: `rater is ${quoted(rater)}; it must be a reviewer who reviews in project ${quoted(project)}.`,
});

/** The rater and the dimension of a rating. */
interface RatingName {
  rater: string;
  dimension: string;
}

/** The fault of a rating that occurs earlier in the file. @param first the line of the first occurrence. */
export const ratingRepeated = (
  { rater, dimension }: RatingName,
  first: number,
  place: RatingPlace,
): FieldError => ({
  ...place,
  code: "repeated",
  message: `rater is ${quoted(rater)}, who already has a grade for ${quoted(dimension)} of this sample on line ${first}; each grade must occur only once.`,
});

/** The fault of a rating that was imported before. */
export const ratingTaken = ({ rater, dimension }: RatingName, place: RatingPlace): FieldError => ({
  ...place,
  code: "conflict",
  message: `rater is ${quoted(rater)}, who already has an imported grade for ${quoted(dimension)} of this sample; each grade must be new unless the import sets mode=append or mode=update.`,
});

/**
 * The fault of a rating whose reviewer already submitted a grade of the same sample in Assay. An import must
 * not replace what a reviewer submitted.
 */
export const ratingRecorded = (
  { rater, dimension }: RatingName,
  sample: string,
  place: RatingPlace,
): FieldError => ({
  ...place,
  code: "conflict",
  message: `rater is ${quoted(rater)}, who already submitted a grade for ${quoted(dimension)} of sample ${quoted(sample)} in Assay; it must stay as submitted, so leave the row out.`,
});

/** The fault of a rating whose stored review was imported with another declaration. */
export const blindDiffers = (rater: string, stored: boolean, place: RatingPlace): FieldError => ({
  ...place,
  code: "conflict",
  message: `blind is ${!stored}; it must be ${stored}, because the stored review of this sample by rater ${quoted(rater)} was imported with blind=${stored}.`,
});

/** The fault of a row whose comment makes the comment of the review too long. */
export const notesTooLong = (rater: string, max: number, place: RatingPlace): FieldError => ({
  ...place,
  code: "too_big",
  message: `The comment of rater ${quoted(rater)} on this sample has more than ${max} characters; it must have at most ${max}, in all rows together.`,
});
