// Refusals about endpoints that are told of events.
import { ApiError } from "../platform/errors.ts";
import { validationFailed } from "../platform/validation/validation.ts";
import { quoted } from "../wire/http/quote.ts";

/** 400: an endpoint is to be told of scores that cross thresholds, and has none. */
export const thresholdsMissing = (): ApiError =>
  validationFailed([
    {
      path: "/config/thresholds",
      code: "required",
      message:
        'thresholds is missing or empty; score.threshold_crossed needs at least one, such as {"triage_accuracy": {"below": 80}}.',
    },
  ]);

/** 400: addresses that the server can never call, each with its place in the body. */
export const neverCalled = (addresses: readonly { path: string; url: string }[]): ApiError =>
  validationFailed(
    addresses.map(({ path, url }) => ({
      path,
      code: "invalid_value",
      message: `${path.slice(path.lastIndexOf("/") + 1)} is ${quoted(url)}; it must be https at a public address, or at one that ASSAY_OUTBOUND_ALLOW of the server lists.`,
    })),
  );

/** 409: a disabled endpoint is sent nothing. */
export const webhookDisabled = (id: string, reason: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The webhook ${quoted(id)} is disabled (${reason.replace(/\.$/, "")}) and is sent nothing; enable it first: PATCH /v1/webhooks/{id} with {"enabled": true}.`,
  );
