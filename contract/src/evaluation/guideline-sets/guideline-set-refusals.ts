// Refusals about protocols and guideline sets that settings of evaluators name.
import { ApiError } from "../../platform/errors.ts";
import { alreadyExistsText, quotedList } from "../../platform/validation/refusal-texts.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 422: settings name unknown protocols; each message lists the known ones. */
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

/** 422: settings name a guideline set that is neither built in nor stored. */
export const guidelineSetUnknown = (name: string, builtIn: readonly string[], path: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `Guideline set ${quoted(name)} not found. Use a built-in one (${quotedList(builtIn)}), list stored ones with GET /v1/guideline_sets, or create it with POST /v1/guideline_sets.`,
    },
  ]);

/** 409: a guideline set with this name has other contents. */
export const guidelineSetConflict = (name: string): ApiError =>
  new ApiError(
    "conflict",
    alreadyExistsText(`Guideline set ${quoted(name)}`, "contents", "use another name"),
  );

/** 409: a stored guideline set cannot have the name of a built-in one. */
export const guidelineSetBuiltIn = (name: string): ApiError =>
  new ApiError(
    "conflict",
    `Guideline set ${quoted(name)} is built in and cannot be replaced. Use another name.`,
  );
