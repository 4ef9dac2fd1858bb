import type { GradeValue } from "../agreement/grade-scale.ts";

/** A grade value of a review; null: not assessable. */
export type HeldGrade = GradeValue | null;

/** Grades by dimension. */
export type GradesByDimension = Readonly<Record<string, { readonly value: HeldGrade }>>;

/** One review with those of other reviewers on the same sample by the same rubric. */
export interface RatedTogether {
  mine: GradesByDimension;
  others: readonly GradesByDimension[];
}

/** How often a reviewer's grade equals the majority of the co-raters. */
export interface Consensus {
  /** Grades equal to the majority of the co-raters. */
  agreed: number;
  /** Grades whose co-raters have a majority; ties, and grades without a co-rater, count in neither. */
  compared: number;
}

/** A key of a value: equal for equal values. A selection's order does not matter; the type does. */
export const gradeKey = (value: GradeValue): string =>
  Array.isArray(value)
    ? JSON.stringify(value.map((one) => JSON.stringify(one)).toSorted())
    : JSON.stringify(value);

/**
 * Counts the grades equal to the majority of the co-raters: the value that more of them gave than any other.
 *
 * Grades that are not assessable count neither as own nor as a co-rater's.
 */
export function consensusOf(rated: readonly RatedTogether[]): Consensus {
  const consensus = { agreed: 0, compared: 0 };
  for (const { mine, others } of rated) {
    for (const [dimension, { value }] of Object.entries(mine)) {
      if (value === null) continue;
      const majority = majorityOf(others.map((grades) => grades[dimension]?.value ?? null));
      if (majority === undefined) continue;
      consensus.compared += 1;
      if (majority === gradeKey(value)) consensus.agreed += 1;
    }
  }
  return consensus;
}

function majorityOf(values: readonly HeldGrade[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value === null) continue;
    const key = gradeKey(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const max = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === max);
  return first.length === 1 ? first[0]?.[0] : undefined;
}
