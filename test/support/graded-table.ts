import type { Gradings, GradeScale, GradeValue } from "../../contract/src/domain/index.ts";

/**
 * Returns gradings from a table of samples by raters. Rater `r01` is the first column, and sample `s001` is
 * the first row.
 *
 * @param table grades; `null` if the rater did not grade the sample.
 */
export function gradingsOf(scale: GradeScale, table: readonly (readonly (GradeValue | null)[])[]): Gradings {
  const widest = table.reduce((max, row) => Math.max(max, row.length), 0);
  return {
    scale,
    raters: Array.from({ length: widest }, (_, index) => ({
      id: `r${String(index + 1).padStart(2, "0")}`,
      credentials: [],
    })),
    samples: table.map((row, sample) => ({
      id: `s${String(sample + 1).padStart(3, "0")}`,
      ratings: row.flatMap((value, rater) => (value === null ? [] : [{ rater, value }])),
    })),
  };
}
