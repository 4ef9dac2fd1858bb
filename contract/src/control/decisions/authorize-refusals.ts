// Refusals about decisions.
import { ApiError } from "../../platform/errors.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: no such decision reserved a cost. */
export const nothingReserved = (id: string): ApiError =>
  new ApiError(
    "not_found",
    `There is no decision ${quoted(id)} with a reserved cost that this API key can reach; only an allowed call with context.cost reserves one.`,
  );

/** 409: what was reserved was settled at another cost. */
export const alreadySettled = (id: string, cost: number): ApiError =>
  new ApiError("conflict", `The decision ${quoted(id)} was settled at ${cost}; that stands.`);

/** 409: what was reserved counts as spent since the decision expired. */
export const settledByTime = (id: string, reserved: number): ApiError =>
  new ApiError(
    "invalid_state",
    `The decision ${quoted(id)} has expired, so the ${reserved} that it reserved count as spent; settle before expiresAt.`,
  );
