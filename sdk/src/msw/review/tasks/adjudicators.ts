import type { ReviewTables } from "../review-tables.ts";

/** A sample with a rubric. */
export interface SampleKey {
  sample: string;
  rubric: string;
}

/** Returns the adjudications of a sample with a rubric. */
export const adjudicationsOf = ({ adjudications }: ReviewTables, { sample, rubric }: SampleKey) =>
  [...adjudications.values()].filter((one) => one.sample === sample && one.rubric === rubric);

/** Returns the reviewers who have adjudicated a sample with a rubric. */
export const adjudicatorsOf = (tables: ReviewTables, key: SampleKey): string[] => [
  ...new Set(adjudicationsOf(tables, key).map(({ adjudicator }) => adjudicator)),
];
