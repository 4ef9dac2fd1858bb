import { builtInGuidelineSets, type GuidelineSet } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { guidelineSetBuiltIn, guidelineSetConflict } from "./guideline-set-refusals.ts";
import { type CreateGuidelineSetBody, guidelineSetOf } from "./guideline-sets.ts";

/** A stored guideline set, which its name identifies in the workspace. The instant is in milliseconds since 1970. */
export interface StoredGuidelineSet {
  set: GuidelineSet;
  createdAt: number;
}

/** The guideline set that a request stores. @throws {ApiError} 409 `conflict` for the name of a built-in one. */
export function newGuidelineSet(body: CreateGuidelineSetBody, { now }: { now: number }): StoredGuidelineSet {
  const set = guidelineSetOf(body);
  if (builtInGuidelineSets.includes(set.name)) throw guidelineSetBuiltIn(set.name);
  return { set, createdAt: now };
}

/** The set that is stored under a name already, in place of a new one. @throws {ApiError} 409 `conflict` when it differs. */
export function sameGuidelineSet<S extends StoredGuidelineSet>(
  stored: S | undefined,
  { set }: StoredGuidelineSet,
): S {
  if (!stored || !jsonEquals(stored.set, set)) throw guidelineSetConflict(set.name);
  return stored;
}
