// Refusals for unknown protocols and guideline sets in evaluator settings.
import { ApiError } from "../../platform/errors.ts";
import { alreadyExistsText, quotedList } from "../../platform/validation/refusal-texts.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 422: the settings contain unknown protocols. Each message lists the known protocols. */
export const protocolsUnknown = (
  unknown: readonly { name: string; path: string }[],
  known: readonly string[],
): ApiError =>
  refusal(
    "reference_not_found",
    unknown.map(({ name, path }) => ({
      path,
      code: "reference_not_found",
      message: `Protocol ${quoted(name)} not found. Use one of ${quotedList(known)}.`,
    })),
  );

/** 422: the settings name a guideline set that is neither built-in nor stored. */
export const guidelineSetUnknown = (name: string, builtIn: readonly string[], path: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `Guideline set ${quoted(name)} not found. Use a built-in set (${quotedList(builtIn)}), list stored sets with GET /v1/guideline_sets, or create this set with POST /v1/guideline_sets.`,
    },
  ]);

/** 409: a guideline set with this name already exists with different contents. */
export const guidelineSetConflict = (name: string): ApiError =>
  new ApiError("conflict", alreadyExistsText(`Guideline set ${quoted(name)}`, "contents", "use a new name"));

/** 409: a stored guideline set cannot have the name of a built-in set. */
export const guidelineSetBuiltIn = (name: string): ApiError =>
  new ApiError(
    "conflict",
    `Guideline set ${quoted(name)} is built in and cannot be replaced. Choose a new name for your set.`,
  );
