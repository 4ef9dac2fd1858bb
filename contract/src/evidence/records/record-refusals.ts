// Refusals for requests about verification records.
import { ApiError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import { malformedJson, payloadTooLarge } from "../../platform/refusals.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";
import type { RecordTextFault } from "../../wire/records/record-text.ts";

/**
 * The refusal of a body that cannot be sealed: 413, or 400 `malformed_json`, `validation_failed` or
 * `not_canonicalizable`.
 */
export function unsealable({ code, path, message }: RecordTextFault): ApiError {
  if (code === "too_large") return payloadTooLarge(limits.recordPayloadBytes);
  if (code === "malformed_json") return malformedJson(message);
  if (code === "not_an_object") return validationFailed([{ path, code: "invalid_type", message }]);
  return refusal("not_canonicalizable", [{ path, code, message }]);
}

/** 400: the body has nothing to seal. */
export const nothingToSeal = (): ApiError =>
  validationFailed([
    {
      path: "",
      code: "required",
      message:
        "A decision is required: send the members of the decision, or an object with the member decision or decisionId.",
    },
  ]);

/** 400: the decision is nested so deeply that its record could not be read back. */
export const sealedTooDeep = (depth: number): ApiError =>
  unsealable({
    code: "not_canonicalizable",
    path: "",
    message: `The decision is ${depth} levels deep; it must be at most ${limits.recordPayloadDepth} levels deep.`,
  });

/** A member of a request body that differs from the log. */
export interface Contradiction {
  /** JSON Pointer into the decision. */
  path: string;
  claimed: unknown;
  /** The logged value; undefined if the logged decision has no such member. */
  held: unknown;
}

/** 409: the body differs from the logged decision. */
export function decisionContradicted(id: string, { path, claimed, held }: Contradiction): ApiError {
  const logged = held === undefined ? "absent" : quoted(held);
  return new ApiError(
    "conflict",
    `${path} is ${quoted(claimed)}; it must be ${logged}, as in the log. To seal the logged decision, send only {"decisionId": ${quoted(id)}}.`,
  );
}
