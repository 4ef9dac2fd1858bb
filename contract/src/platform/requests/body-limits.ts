// Applies the limits of JSON bodies, by route. Shared by server and mock.
import { countDifferentMembers, countJson } from "../../wire/json/json-counts.ts";
import type { RouteMetadata } from "../c.ts";
import type { ApiError } from "../errors.ts";
import { bodyLimits } from "../limits.ts";
import { tooManyJsonParts } from "./load-refusals.ts";

type LimitedRoute = Pick<RouteMetadata, "bodyLimits">;

interface BodyLimit {
  bytes: number;
  values: number;
  members: number;
  differentMembers?: number;
}

const limitOf = ({ bodyLimits: kind = "other" }: { bodyLimits?: keyof typeof bodyLimits }): BodyLimit =>
  bodyLimits[kind];

/** Returns the maximum size of a route's JSON body without compression, in bytes. */
export const maxBodyBytes = (route: LimitedRoute): number => limitOf(route).bytes;

/**
 * Returns the refusal of a body that has too many JSON values or members for its route. The text is counted before it
 * is parsed, because parsing and validating millions of values would block the process for seconds.
 */
export function excessOf(text: string, route: LimitedRoute): ApiError | undefined {
  const limit = limitOf(route);
  const { differentMembers: maxDifferent = limit.members } = limit;
  // A value has at least one character, and a member at least four.
  if (text.length <= Math.min(limit.values, 4 * maxDifferent)) return undefined;
  const { values, members } = countJson(text, limit);
  if (members > limit.members) return tooManyJsonParts(limit.members, "object members");
  if (values > limit.values) return tooManyJsonParts(limit.values, "JSON values");
  if (members <= maxDifferent || countDifferentMembers(text, maxDifferent) <= maxDifferent) return undefined;
  return tooManyJsonParts(maxDifferent, "different object members");
}
