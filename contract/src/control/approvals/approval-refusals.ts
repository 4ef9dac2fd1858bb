// Refusals about approvals.
import { ApiError } from "../../platform/errors.ts";
import { stateText } from "../../platform/validation/refusal-texts.ts";
import { notFound } from "../../platform/refusals.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: unknown approval. */
export const approvalNotFound = (id: string): ApiError => notFound("approval", id);

/** 409: an approval has another decision already, was used, or has expired. */
export const approvalClosed = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    stateText(`Approval ${quoted(id)}`, { state: status, requires: ["pending"] }),
  );

/** 403: the owner of the requesting key cannot decide the approval. */
export const ownApproval = (id: string): ApiError =>
  new ApiError(
    "insufficient_scope",
    `Approval ${quoted(id)} was requested with a key of the same owner. Decide it with a key of another owner.`,
  );
