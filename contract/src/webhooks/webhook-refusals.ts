// Refusals for requests about webhooks.
import { ApiError } from "../platform/errors.ts";
import { idInPath, stateText } from "../platform/validation/refusal-texts.ts";
import { refusal, validationFailed } from "../platform/validation/validation.ts";
import { quoted } from "../wire/http/quote.ts";

/** 400: a webhook subscribes to threshold crossings but has no thresholds. */
export const thresholdsMissing = (): ApiError =>
  validationFailed([
    {
      path: "/config/thresholds",
      code: "required",
      message:
        'thresholds is required: score.threshold_crossed needs at least one, such as {"triage_accuracy": {"below": 80}}.',
    },
  ]);

/** 400: the server never calls these URLs. Lists each with its path in the body. */
export const neverCalled = (addresses: readonly { path: string; url: string }[]): ApiError =>
  validationFailed(
    addresses.map(({ path, url }) => ({
      path,
      code: "invalid_value",
      message: `${path.slice(path.lastIndexOf("/") + 1)} is ${quoted(url)}; it must be an https URL with a public address, or a URL with an address that the server's ASSAY_OUTBOUND_ALLOW lists.`,
    })),
  );

/**
 * 422: the events of a kind belong to the workspace, so an endpoint of a project never receives them.
 *
 * @param at the position in `event_types`; undefined if the request has none and sets the project.
 */
export const workspaceKind = (kind: string, at: number | undefined): ApiError => {
  const message =
    at === undefined
      ? `project is set; it must be left out because event_types has ${quoted(kind)}: approvals belong to the workspace.`
      : `event_types[${at}] is ${quoted(kind)}; it must be an event of projects: approvals belong to the workspace.`;
  const path = at === undefined ? "/config/project" : `/event_types/${at}`;
  return refusal("reference_not_found", [{ path, code: "reference_not_found", message }]);
};

/** 409: messages cannot be sent to a disabled webhook. */
export const webhookDisabled = (id: string, reason: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(
      `Webhook ${quoted(id)}`,
      { state: `disabled (${reason.replace(/\.$/, "")})`, requires: ["enabled"] },
      `Enable it with PATCH /v1/webhooks/${idInPath(id)} and {"enabled": true}`,
    ),
  );
