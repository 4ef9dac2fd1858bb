import { builtInGuidelineSets, type GuidelineSet } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { guidelineSetBuiltIn, guidelineSetConflict } from "./guideline-set-refusals.ts";
import { type CreateGuidelineSetBody, guidelineSetOf } from "./guideline-sets.ts";

/**
 * A stored guideline set; its name identifies it in the workspace. The instant is in milliseconds since 1970.
 */
export interface StoredGuidelineSet {
  set: GuidelineSet;
  createdAt: number;
}

/** The guideline set of a request. @throws {ApiError} 409 `conflict` for the name of a built-in one. */
export function newGuidelineSet(body: CreateGuidelineSetBody, { now }: { now: number }): StoredGuidelineSet {
  const set = guidelineSetOf(body);
  if (builtInGuidelineSets.includes(set.name)) throw guidelineSetBuiltIn(set.name);
  return { set, createdAt: now };
}

/** The stored set with this name, instead of a new one. @throws {ApiError} 409 `conflict` if it differs. */
export function sameGuidelineSet<S extends StoredGuidelineSet>(
  stored: S | undefined,
  { set }: StoredGuidelineSet,
): S {
  if (!stored || !jsonEquals(stored.set, set)) throw guidelineSetConflict(set.name);
  return stored;
}
