// Reference labels: the values on which people settled.
import { gradeSpread } from "../../domain/review/grade-spread.ts";
import type { GradeValue } from "../../domain/agreement/grade-scale.ts";
import { gradeIn } from "../reviews/reliability-rules.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import type { AdjudicationRecord } from "./adjudication-record.ts";
import {
  differingGrades,
  type RatedReview,
  type SampleGrades,
  sampleGrades,
} from "./disagreements/sample-grades.ts";

/** Where a reference label comes from, in the order of precedence. */
export const referenceSources = ["adjudicated", "unanimous"] as const;

/** One of {@link referenceSources}. */
export type ReferenceSource = (typeof referenceSources)[number];

/** The value of a dimension on which people settled. */
export interface ReferenceLabel {
  value: GradeValue;
  source: ReferenceSource;
  /** Number of grades that count. */
  n: number;
}

/** The adjudication of a sample with a rubric that is not superseded. */
export type PresentAdjudication = Pick<AdjudicationRecord, "id" | "grades"> | undefined;

/**
 * Returns the reference label of a sample on a dimension. The adjudicated grade takes precedence. Without one, at least
 * two grades must count and all of them must be equal; a majority is not a reference.
 *
 * @returns null if there is no label, as for a sample that the adjudicator found not assessable.
 */
export function referenceLabel(
  dimension: RubricDimension,
  { counted }: Pick<SampleGrades, "counted">,
  present: PresentAdjudication,
): ReferenceLabel | null {
  const n = counted.length;
  const adjudicated = present && gradeIn(present, dimension.id);
  if (adjudicated) {
    const { value } = adjudicated;
    return value === null ? null : { value, source: "adjudicated", n };
  }
  const values = counted.map(({ value }) => value);
  const [value] = values;
  if (value === undefined || n < 2 || gradeSpread(dimension, values) !== null) return null;
  return { value, source: "unanimous", n };
}

/** What is stored about a sample and a dimension, so that lists need not compute it. */
export interface RatedDimension {
  dimension: string;
  /** The spread of the grades that count; null if there is no disagreement. */
  spread: number | null;
  /** The spread if grades of tasks that are not blind count too. */
  unblindedSpread: number | null;
  /** Whether the present adjudication decides the dimension. */
  isAdjudicated: boolean;
  /** The source of the reference label; null if there is none. */
  label: ReferenceSource | null;
}

/** Returns what is stored about a sample with a rubric. Omits dimensions without a disagreement, adjudication and label. */
export function ratedDimensions(
  dimensions: readonly RubricDimension[],
  reviews: readonly RatedReview[],
  present: PresentAdjudication,
): RatedDimension[] {
  const spreadsOf = (includeUnblinded: boolean): ReadonlyMap<string, number> =>
    new Map(
      differingGrades(dimensions, reviews, includeUnblinded).map(({ dimension, spread }) => [
        dimension,
        spread,
      ]),
    );
  const [spreads, unblinded] = [spreadsOf(false), spreadsOf(true)];
  return dimensions.flatMap((dimension) => {
    const { id } = dimension;
    const grades = sampleGrades(reviews, { dimension: id, includeUnblinded: false });
    const found = {
      spread: spreads.get(id) ?? null,
      unblindedSpread: unblinded.get(id) ?? null,
      isAdjudicated: decides(present, id),
      label: referenceLabel(dimension, grades, present)?.source ?? null,
    };
    const isEmpty = found.unblindedSpread === null && found.spread === null && found.label === null;
    return isEmpty && !found.isAdjudicated ? [] : [{ dimension: id, ...found }];
  });
}

/** Whether an adjudication decides a dimension. */
export const decides = (present: PresentAdjudication, dimension: string): boolean =>
  present !== undefined && gradeIn(present, dimension) !== undefined;
