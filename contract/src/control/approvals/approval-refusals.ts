// Refusals about approvals.
import { ApiError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: there is no such approval. */
export const approvalNotFound = (id: string): ApiError => notFound("approval", id);

/** 409: an approval was decided differently, was used, or has expired. */
export const approvalClosed = (id: string, status: string): ApiError =>
  new ApiError(
    "invalid_state",
    `The approval ${quoted(id)} is ${status}; only a pending one can be decided.`,
  );

/** 403: whoever asked cannot approve. */
export const ownApproval = (id: string): ApiError =>
  new ApiError(
    "insufficient_scope",
    `The approval ${quoted(id)} was asked for with a key of the same owner; somebody else has to decide it.`,
  );
