import { builtInGuidelineSets, type GuidelineSet } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { guidelineSetBuiltIn, guidelineSetConflict } from "./guideline-set-refusals.ts";
import { type CreateGuidelineSetBody, guidelineSetOf } from "./guideline-sets.ts";

/**
 * A stored guideline set, identified by its name within the workspace. Times are in milliseconds since 1970.
 */
export interface StoredGuidelineSet {
  set: GuidelineSet;
  createdAt: number;
}

/**
 * Creates a guideline set from a request.
 *
 * @throws {ApiError} 409 `conflict` if the name belongs to a built-in set.
 */
export function newGuidelineSet(body: CreateGuidelineSetBody, { now }: { now: number }): StoredGuidelineSet {
  const set = guidelineSetOf(body);
  if (builtInGuidelineSets.includes(set.name)) throw guidelineSetBuiltIn(set.name);
  return { set, createdAt: now };
}

/**
 * Returns the stored guideline set that has the same name as a new set.
 *
 * @throws {ApiError} 409 `conflict` if the contents of the two sets differ.
 */
export function sameGuidelineSet<S extends StoredGuidelineSet>(
  stored: S | undefined,
  { set }: StoredGuidelineSet,
): S {
  if (!stored || !jsonEquals(stored.set, set)) throw guidelineSetConflict(set.name);
  return stored;
}
