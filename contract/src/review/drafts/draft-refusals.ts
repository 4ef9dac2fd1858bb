// Refusals for requests about drafts of reviews.
import { ApiError } from "../../platform/errors.ts";

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
