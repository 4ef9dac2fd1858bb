import type { GradeValue } from "../agreement/grade-scale.ts";

/** The value of a grade in a review; null if the reviewer marked the dimension as not assessable. */
export type HeldGrade = GradeValue | null;

/** Grades by dimension. */
export type GradesByDimension = Readonly<Record<string, { readonly value: HeldGrade }>>;

/** A review's grades, with other reviewers' grades for the same sample and rubric. */
export interface RatedTogether {
  mine: GradesByDimension;
  others: readonly GradesByDimension[];
}

/** How often a reviewer's grades equal the majority of the co-raters' grades. */
export interface Consensus {
  /** Number of grades equal to the co-raters' majority. */
  agreed: number;
  /**
   * Number of grades for which the co-raters have a majority; excludes ties and grades without a co-rater.
   */
  compared: number;
}

/**
 * Returns a key that is equal for equal values. The order of a selection does not matter; the type of a value
 * does.
 */
export const gradeKey = (value: GradeValue): string =>
  Array.isArray(value)
    ? JSON.stringify(value.map((one) => JSON.stringify(one)).toSorted())
    : JSON.stringify(value);

/**
 * Counts the grades that equal the majority of the co-raters. The majority is the value that more co-raters
 * gave than any other value.
 *
 * Grades marked as not assessable are ignored, both the reviewer's own and those of co-raters.
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
