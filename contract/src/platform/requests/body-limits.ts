// Applies the limits of JSON bodies, by route. Shared by server and mock.
import { countJson } from "../../wire/json/json-counts.ts";
import type { RouteMetadata } from "../c.ts";
import type { ApiError } from "../errors.ts";
import { bodyLimits, limits } from "../limits.ts";
import { tooManyJsonParts } from "./load-refusals.ts";

type LimitedRoute = Pick<RouteMetadata, "bodyLimits">;

/** Returns the maximum size of a route's JSON body without compression, in bytes. */
export const maxBodyBytes = ({ bodyLimits: kind }: LimitedRoute): number =>
  kind ? bodyLimits[kind].bytes : limits.jsonBodyBytes;

/**
 * Returns the refusal of a body that has too many JSON values or members for its route. The text is counted before it
 * is parsed, because parsing and validating millions of values would block the process for seconds.
 */
export function excessOf(text: string, { bodyLimits: kind }: LimitedRoute): ApiError | undefined {
  if (!kind) return undefined;
  const limit = bodyLimits[kind];
  // A value has at least one character, and a member at least four.
  if (text.length <= Math.min(limit.values, 4 * limit.members)) return undefined;
  const { values, members } = countJson(text, limit);
  if (members > limit.members) return tooManyJsonParts(limit.members, "object members");
  return values > limit.values ? tooManyJsonParts(limit.values, "JSON values") : undefined;
}
