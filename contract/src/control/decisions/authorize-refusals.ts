// Refusals about decisions.
import { ApiError } from "../../platform/errors.ts";
import { notFoundText } from "../../platform/validation/refusal-texts.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: the decision is unknown or has no reserved cost. */
export const nothingReserved = (id: string): ApiError =>
  new ApiError(
    "not_found",
    notFoundText(
      `Decision ${quoted(id)} with a reserved cost`,
      "A request reserves a cost only if it contains context.cost and is allowed",
    ),
  );

/** 409: the decision is already settled at another cost. */
export const alreadySettled = (id: string, cost: number): ApiError =>
  new ApiError(
    "conflict",
    `Decision ${quoted(id)} is already settled at the cost ${cost}, which cannot change. Send this cost.`,
  );

/** 409: the decision has expired, so its reserved cost counts as spent. */
export const settledByTime = (id: string, reserved: number): ApiError =>
  new ApiError(
    "invalid_state",
    `Decision ${quoted(id)} has expired, and its reserved cost of ${reserved} counts as spent. Settle decisions before expiresAt.`,
  );
