// Refusals about verification records.
import { ApiError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { malformedJson, payloadTooLarge } from "../../platform/refusals.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";
import type { RecordTextFault } from "../../wire/records/record-text.ts";

/** Why the text of a body cannot be sealed: 413, 400 `malformed_json`, `validation_failed` or `not_canonicalizable`. */
export function unsealable({ code, path, message }: RecordTextFault): ApiError {
  if (code === "too_large") return payloadTooLarge(limits.recordPayloadBytes);
  if (code === "malformed_json") return malformedJson(message);
  if (code === "not_an_object") return validationFailed([{ path, code: "invalid_type", message }]);
  return refusal("not_canonicalizable", [{ path, code, message }]);
}

/** 400: a body in which nothing is to be sealed. */
export const nothingToSeal = (): ApiError =>
  validationFailed([
    {
      path: "",
      code: "required",
      message:
        "There is no decision; send the decision itself, {decision} or {decisionId}, with at least one member.",
    },
  ]);

/** 400: the decision is nested so deep that its record could not be read back. */
export const sealedTooDeep = (depth: number): ApiError =>
  unsealable({
    code: "not_canonicalizable",
    path: "",
    message: `The decision is ${depth} levels deep; it must have at most ${limits.recordPayloadDepth}.`,
  });

/** What of a body the log contradicts. */
export interface Contradiction {
  /** JSON Pointer into the decision. */
  path: string;
  claimed: unknown;
  /** Undefined: the log holds no such member. */
  held: unknown;
}

/** 409: the body says of a decision what the log does not say. */
export const decisionContradicted = (id: string, { path, claimed, held }: Contradiction): ApiError => {
  const log = held === undefined ? "the log holds no such member" : `the log says ${quoted(held)}`;
  return new ApiError(
    "conflict",
    `Of the decision ${quoted(id)} the body says ${quoted(claimed)} at ${path}; ${log}. Send {"decisionId": ${quoted(id)}} alone to seal what the log holds.`,
  );
};
