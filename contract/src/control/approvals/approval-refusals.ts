// Refusals about approvals.
import { ApiError } from "../../platform/errors.ts";
import { stateText } from "../../platform/validation/refusal-texts.ts";
import { notFound } from "../../platform/refusals.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: unknown approval. */
export const approvalNotFound = (id: string): ApiError => notFound("approval", id);

/**
 * 409: an approval was decided otherwise, was used or withdrawn, or has expired.
 *
 * @param requires the states in which the operation is possible.
 */
export const approvalClosed = (id: string, status: string, requires = ["pending"]): ApiError =>
  new ApiError("invalid_state", stateText(`Approval ${quoted(id)}`, { state: status, requires }));

/** 403: the owner of the requesting key cannot decide the approval. */
export const ownApproval = (id: string): ApiError =>
  new ApiError(
    "insufficient_scope",
    `Approval ${quoted(id)} was requested by the owner of this API key. Decide it with an API key of another owner.`,
  );

/** 403: the caller's owner neither requested nor approved the call. */
export const notOwnApproval = (id: string): ApiError =>
  new ApiError(
    "insufficient_scope",
    `The owner of this API key neither requested nor gave approval ${quoted(id)}. Only its requester and its approvers can withdraw it.`,
  );

/** 403: the caller's key does not meet the requirement. @param because the fault of the key, such as `belongs to no reviewer`. */
export const approverNotQualified = (id: string, because: string): ApiError =>
  new ApiError(
    "approver_not_qualified",
    `Approval ${quoted(id)} cannot be decided with this API key, which ${because}. Use a key of a reviewer who meets approverRequirement.`,
  );
