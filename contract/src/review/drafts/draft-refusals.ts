// Refusals for requests about drafts of reviews.
import { ApiError } from "../../platform/errors.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

const preconditionFailed = (header: string, message: string, stored: number | undefined): ApiError =>
  new ApiError("precondition_failed", message, {
    errors: [{ path: `header/${header}`, code: "precondition_failed", message }],
    headers: stored === undefined ? {} : { ETag: `"${stored}"` },
  });

/**
 * 412: the stored draft has another revision.
 *
 * @param stored undefined if no draft is stored.
 */
export const draftChanged = (given: number, stored: number | undefined): ApiError =>
  preconditionFailed(
    "if-match",
    stored === undefined
      ? `if-match is "${given}"; it must be left out: no draft is stored.`
      : `if-match is "${given}"; it must be "${stored}", the revision of the stored draft.`,
    stored,
  );

/** 412: a draft is already stored. */
export const draftExists = (stored: number): ApiError =>
  preconditionFailed(
    "if-none-match",
    `if-none-match is *; it must be left out: the draft with revision ${stored} is stored.`,
    stored,
  );

/** 409: a review does not include the stored revision of the draft; 0 stands for no draft. */
export const draftNotIncluded = (
  sample: string,
  { stored, expected }: { stored: number; expected: number },
): ApiError =>
  refusal("conflict", [
    {
      path: "/expected_draft_revision",
      code: "conflict",
      message: `expected_draft_revision is ${expected}; it must be ${stored}, the stored revision of your draft of sample ${quoted(sample)}.`,
    },
  ]);
