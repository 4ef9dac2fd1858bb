// Refusals about what evaluators' settings name: protocols and guideline sets.
import { ApiError } from "../../platform/errors.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

const listOf = (names: readonly string[]): string => names.map((name) => quoted(name)).join(", ");

/** 422: settings name protocols that do not exist; the message lists those that do. */
export const protocolsUnknown = (
  unknown: readonly { name: string; path: string }[],
  known: readonly string[],
): ApiError =>
  refusal(
    "reference_not_found",
    unknown.map(({ name, path }) => ({
      path,
      code: "reference_not_found",
      message: `There is no protocol ${quoted(name)}; there are ${listOf(known)}.`,
    })),
  );

/** 422: settings name a guideline set that is neither built in nor stored. */
export const guidelineSetUnknown = (name: string, builtIn: readonly string[], path: string): ApiError =>
  refusal("reference_not_found", [
    {
      path,
      code: "reference_not_found",
      message: `There is no guideline set ${quoted(name)}; built in: ${listOf(builtIn)}; GET /v1/guideline_sets lists the stored ones, POST /v1/guideline_sets makes one.`,
    },
  ]);

/** 409: a guideline set of this name says something else. */
export const guidelineSetConflict = (name: string): ApiError =>
  new ApiError(
    "conflict",
    `The guideline set ${quoted(name)} is stored with other contents; send the same contents, or another name.`,
  );

/** 409: a stored guideline set cannot have the name of a built-in one. */
export const guidelineSetBuiltIn = (name: string): ApiError =>
  new ApiError(
    "conflict",
    `The guideline set ${quoted(name)} is built in and cannot be replaced; send another name.`,
  );
