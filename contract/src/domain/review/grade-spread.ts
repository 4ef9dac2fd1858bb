import type { GradeValue } from "../agreement/grade-scale.ts";
import { gradeKey } from "./consensus.ts";
import type { GradedDimension } from "./reliability-figures.ts";

/** The dimension properties that the spread of grades requires. */
export interface SpreadDimension extends Pick<GradedDimension, "type"> {
  /** The ends of a scale. */
  min?: number | undefined;
  max?: number | undefined;
}

/**
 * Returns how far the grades of one sample on one dimension lie apart.
 *
 * @param grades at most one grade of each reviewer, without null.
 * @returns 0 to 1. For a scale, the range of the grades as a share of the range of the scale; for other types, the share
 *   of grades that differ from the most frequent grade. Null if there are fewer than two grades, or if all are equal.
 */
export function gradeSpread(dimension: SpreadDimension, grades: readonly GradeValue[]): number | null {
  const counts = new Map<string, number>();
  for (const grade of grades) counts.set(gradeKey(grade), (counts.get(gradeKey(grade)) ?? 0) + 1);
  if (counts.size < 2) return null;
  if (dimension.type === "scale") return scaleSpread(dimension, grades);
  return (grades.length - Math.max(...counts.values())) / grades.length;
}

function scaleSpread({ min = 0, max = 1 }: SpreadDimension, grades: readonly GradeValue[]): number {
  // Halves, because the range of a scale may exceed the largest number.
  const halves = grades.filter((grade) => typeof grade === "number").map((grade) => grade / 2);
  return (Math.max(...halves) - Math.min(...halves)) / (max / 2 - min / 2);
}
