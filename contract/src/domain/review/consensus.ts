import type { GradeValue } from "../agreement/grade-scale.ts";

/** A value of a grade as reviews hold it; null: not assessable. */
export type HeldGrade = GradeValue | null;

/** Grades by dimension. */
export type GradesByDimension = Readonly<Record<string, { readonly value: HeldGrade }>>;

/** One review with those of others on the same sample by the same rubric. */
export interface RatedTogether {
  mine: GradesByDimension;
  others: readonly GradesByDimension[];
}

/** How often somebody graded as most of their co-raters did. */
export interface Consensus {
  /** Grades equal to what most co-raters gave. */
  agreed: number;
  /** Grades whose co-raters have a majority; ties, and grades without a co-rater, are in neither. */
  compared: number;
}

/** Names a value so that equal ones have equal names: the order of a selection does not count, its type does. */
export const gradeKey = (value: GradeValue): string =>
  Array.isArray(value)
    ? JSON.stringify(value.map((one) => JSON.stringify(one)).toSorted())
    : JSON.stringify(value);

/**
 * Counts the grades that equal what most co-raters gave: more of them than gave any other value.
 *
 * Grades that are not assessable count neither as one's own nor as a co-rater's.
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
  const most = Math.max(...counts.values());
  const first = [...counts].filter(([, count]) => count === most);
  return first.length === 1 ? first[0]?.[0] : undefined;
}
