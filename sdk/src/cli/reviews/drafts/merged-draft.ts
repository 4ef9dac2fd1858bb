import type { PutReviewDraft, ReviewDraft } from "../../../generated/types.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Adds members to a grade; they override those of the grade. A value without `not_assessable` withdraws an earlier
 * `not_assessable`. A grade in a draft can have any form.
 */
export function mergedGrade(before: unknown, members: unknown): unknown {
  if (!isRecord(before) || !isRecord(members)) return members;
  const withdraws = Object.hasOwn(members, "value") && !Object.hasOwn(members, "not_assessable");
  const remaining = Object.entries(before).filter(([name]) => !(withdraws && name === "not_assessable"));
  return { ...Object.fromEntries(remaining), ...members };
}

function mergedGrades(before: Record<string, unknown>, given: Record<string, unknown>) {
  const changed = Object.entries(given).map(([dimension, grade]): [string, unknown] => [
    dimension,
    Object.hasOwn(before, dimension) ? mergedGrade(before[dimension], grade) : grade,
  ]);
  return Object.fromEntries([...Object.entries(before), ...changed]);
}

/** Returns the contents of a stored draft without the absent members. */
const contentsOf = ({ grades, notes, flags, override_ai_score, override_value }: ReviewDraft) =>
  Object.fromEntries(
    Object.entries({ grades, notes, flags, override_ai_score, override_value }).filter(
      ([, value]) => value !== null,
    ),
  );

/**
 * Merges given contents of a review into the stored draft. Given grades, notes and overrides replace the stored ones,
 * and flags are added, so that the draft loses nothing that was not replaced. A member that is null is removed.
 */
export function mergedDraft(stored: ReviewDraft | null, given: PutReviewDraft): PutReviewDraft {
  if (stored === null) return given;
  const { grades, flags } = stored;
  return {
    ...contentsOf(stored),
    ...given,
    ...(grades && isRecord(given.grades) && { grades: mergedGrades(grades, given.grades) }),
    ...(flags && Array.isArray(given.flags) && { flags: [...new Set([...flags, ...given.flags])] }),
  };
}
