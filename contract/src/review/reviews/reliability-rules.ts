import { meaningfulMetrics } from "../../domain/agreement/grade-scale.ts";
import { maxGradePairs } from "../../domain/agreement/resample.ts";
import {
  type DimensionGrade,
  measuredGrades,
  reliabilityFigures,
  scaleOf,
} from "../../domain/review/reliability-figures.ts";
import type { HeldGrade } from "../../domain/index.ts";
import { referenceNotFound } from "../../platform/refusals.ts";
import type { RubricDimension } from "../rubrics/rubric-dimensions.ts";
import { countedRevision } from "../reveal/reveal-rules.ts";
import type { TaskRecord } from "../tasks/task-record.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import type { ReviewContents, ReviewRecord } from "./review-record.ts";
import type { MeasureReliabilityBody } from "./reliability.ts";
import {
  alphaMetricMeaningless,
  ambiguousDimension,
  dimensionNotFound,
  notEnoughReviews,
  tooManyGradePairs,
} from "../review-refusals.ts";

/** A dimension, with the id of its rubric. */
export interface ChosenDimension {
  /** Id of the rubric. */
  rubric: string;
  dimension: RubricDimension;
}

/**
 * Finds the requested dimension among the project's rubrics.
 *
 * @param rubrics the project's rubrics, newest first.
 * @throws {ApiError} 422 for an unknown rubric or dimension, and for a dimension that several rubrics have;
 *   400 if the requested distance has no meaning for the dimension.
 */
export function chooseDimension(
  rubrics: readonly Pick<RubricRecord, "id" | "dimensions">[],
  body: MeasureReliabilityBody,
): ChosenDimension {
  const chosen = findDimension(rubrics, body);
  const accepted = meaningfulMetrics(scaleOf(chosen.dimension));
  const { alpha_metric: metric } = body;
  if (metric !== undefined && !accepted.includes(metric))
    throw alphaMetricMeaningless(metric, accepted, chosen.dimension);
  return chosen;
}

function findDimension(
  rubrics: readonly Pick<RubricRecord, "id" | "dimensions">[],
  { rubric, dimension }: MeasureReliabilityBody,
): ChosenDimension {
  const named = rubrics.filter(({ id }) => rubric === undefined || id === rubric);
  if (rubric !== undefined && named.length === 0) throw referenceNotFound("rubric", rubric, "/rubric");
  const found = named.flatMap(({ id, dimensions }) =>
    dimensions.filter((one) => one.id === dimension).map((one) => ({ rubric: id, dimension: one })),
  );
  const [first, second] = found;
  if (!first) {
    const present = named.flatMap(({ dimensions }) => dimensions.map((one) => one.id));
    throw dimensionNotFound(dimension, [...new Set(present)].slice(0, 50));
  }
  if (second) {
    const ids = found.map((one) => one.rubric);
    throw ambiguousDimension(dimension, ids.slice(0, 20));
  }
  return first;
}

/** A review with all its revisions, oldest first. */
export interface RevisedReview extends Pick<ReviewRecord, "sample" | "credentials"> {
  revisions: readonly ReviewContents[];
}

/** A grade of a stored review. */
export interface StoredGrade {
  value: HeldGrade;
  confidence?: string | undefined;
}

/** Returns the grade of a dimension in a revision; undefined if it has none. */
export function gradeIn(
  { grades: given }: Pick<ReviewContents, "grades">,
  dimension: string,
): StoredGrade | undefined {
  // Safe: grades were validated against their rubric before they were stored.
  const grades = given as Readonly<Record<string, StoredGrade>>;
  return Object.hasOwn(grades, dimension) ? grades[dimension] : undefined;
}

/**
 * Returns a review's grade of a dimension if the grade counts for reliability. Returns undefined if the
 * counted revision of the review has no such grade in the period.
 *
 * @param filter.since the start of the period, exclusive (milliseconds since 1970).
 */
export function countedGrade(
  { sample, credentials, revisions }: RevisedReview,
  of: Pick<TaskRecord, "blind" | "origin"> & {
    reviewer: { id: string; name: string };
    externalId: string | null;
  },
  filter: { dimension: string; since: number; includeUnblinded: boolean },
): DimensionGrade | undefined {
  const { blind, origin, externalId, reviewer } = of;
  const revision = countedRevision(revisions);
  if (!revision || !(blind || filter.includeUnblinded) || revision.submittedAt <= filter.since)
    return undefined;
  const grade = gradeIn(revision, filter.dimension);
  if (!grade) return undefined;
  return {
    sample: { id: sample, externalId },
    reviewer: { id: reviewer.id, name: reviewer.name, credentials },
    value: grade.value,
    blind,
    imported: origin === "import",
    submittedAt: revision.submittedAt,
  };
}

/** Refuses a period with too many pairs of grades on the same sample. @throws {ApiError} 422. */
export function checkGradePairs(pairs: number): void {
  if (pairs > maxGradePairs) throw tooManyGradePairs(pairs, maxGradePairs);
}

/**
 * Computes how well reviewers agree on a dimension, in the form of the response. The generator pauses between
 * slices of work.
 *
 * @param grades the grades in the period.
 * @throws {ApiError} 422 if fewer than two samples have two graders, or if there are too many pairs of
 *   grades.
 */
export function* reliabilityToWire(
  { project, period, include_unblinded, alpha_metric: metric }: MeasureReliabilityBody,
  { rubric, dimension }: ChosenDimension,
  grades: readonly DimensionGrade[],
) {
  const measured = measuredGrades(dimension, grades);
  checkGradePairs(measured.pairs);
  if (measured.multiRated < 2) throw notEnoughReviews(measured.multiRated);
  const figures = yield* reliabilityFigures(measured, metric);
  return {
    object: "reliability" as const,
    project,
    rubric,
    dimension: dimension.id,
    period,
    include_unblinded,
    ...figures,
  };
}
