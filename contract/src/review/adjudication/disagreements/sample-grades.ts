// The grades of one sample with one rubric, from all reviewers and tasks.
import { gradeSpread } from "../../../domain/review/grade-spread.ts";
import { countedGrades, type DimensionGrade } from "../../../domain/review/reliability-figures.ts";
import type { GradeValue } from "../../../domain/agreement/grade-scale.ts";
import { countedRevision } from "../../reveal/reveal-rules.ts";
import { gradeIn, type StoredGrade } from "../../reviews/reliability-rules.ts";
import type { ReviewContents, ReviewRecord } from "../../reviews/review-record.ts";
import type { RubricDimension } from "../../rubrics/rubric-dimensions.ts";
import type { TaskRecord } from "../../tasks/task-record.ts";

/** The members of a revision that its grades need. */
export type RatedRevision = Pick<ReviewContents, "revision" | "grades" | "afterReveal" | "submittedAt">;

/** A review with all its revisions, oldest first, and what decides whether its grades count. */
export interface RatedReview
  extends
    Pick<ReviewRecord, "id" | "task" | "sample" | "reviewer" | "rubric" | "credentials">,
    Pick<TaskRecord, "blind" | "origin"> {
  reviewerName: string;
  revisions: readonly RatedRevision[];
}

/** A grade that counts. Its value is not null. */
export interface CountedGrade extends DimensionGrade {
  value: GradeValue;
  reviewer: DimensionGrade["reviewer"] & Pick<ReviewRecord, "credentials">;
  review: string;
  task: string;
  revision: number;
  confidence: string | null;
}

/** The grades of a sample on one dimension. */
export interface SampleGrades {
  /** The grades that count, at most one of each reviewer, earliest first. */
  counted: readonly CountedGrade[];
  /** Number of reviewers who found the sample not assessable and whose other grades do not count. */
  notAssessable: number;
}

/**
 * Selects the grades of a sample on a dimension that count, as for reliability.
 *
 * @param reviews the reviews of the sample with one rubric.
 * @param terms.includeUnblinded whether grades of tasks that are not blind count.
 */
export function sampleGrades(
  reviews: readonly RatedReview[],
  { dimension, includeUnblinded }: { dimension: string; includeUnblinded: boolean },
): SampleGrades {
  const given = reviews.flatMap((review) => {
    const revision = countedRevision(review.revisions);
    const grade = revision && gradeIn(revision, dimension);
    if (!revision || !grade || !(review.blind || includeUnblinded)) return [];
    return [gradeOf(review, revision, grade)];
  });
  const counted = countedGrades(given).flatMap(({ value, ...grade }): CountedGrade[] =>
    value === null ? [] : [{ ...grade, value }],
  );
  const assessed = new Set(counted.map(({ reviewer }) => reviewer.id));
  const others = given.filter(({ reviewer, value }) => value === null && !assessed.has(reviewer.id));
  return {
    counted: counted.toSorted(earliestFirst),
    notAssessable: new Set(others.map(({ reviewer }) => reviewer.id)).size,
  };
}

const earliestFirst = (one: CountedGrade, other: CountedGrade): number =>
  one.submittedAt - other.submittedAt || (one.review < other.review ? -1 : 1);

function gradeOf(review: RatedReview, revision: RatedRevision, grade: StoredGrade) {
  return {
    sample: { id: review.sample, externalId: null },
    reviewer: { id: review.reviewer, name: review.reviewerName, credentials: review.credentials },
    value: grade.value,
    blind: review.blind,
    imported: review.origin === "import",
    submittedAt: revision.submittedAt,
    review: review.id,
    task: review.task,
    revision: revision.revision,
    confidence: grade.confidence ?? null,
  };
}

/** Grades of a sample on one dimension that differ. */
export interface DifferingGrades {
  dimension: string;
  spread: number;
  grades: SampleGrades;
}

/** Returns the dimensions of a rubric on which the grades of a sample differ. */
export const differingGrades = (
  dimensions: readonly RubricDimension[],
  reviews: readonly RatedReview[],
  includeUnblinded: boolean,
): DifferingGrades[] =>
  dimensions.flatMap((dimension) => {
    const grades = sampleGrades(reviews, { dimension: dimension.id, includeUnblinded });
    const values = grades.counted.map(({ value }) => value);
    const spread = gradeSpread(dimension, values);
    return spread === null ? [] : [{ dimension: dimension.id, spread, grades }];
  });
