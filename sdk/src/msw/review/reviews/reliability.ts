import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import {
  ambiguousDimension,
  dimensionNotFound,
  notEnoughReviews,
} from "@assay/contract/review/reviews/review-refusals";
import { daysOf } from "@assay/contract/review/reviews/review-period";
import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { type DimensionGrade, type GradesByDimension, reliabilityOf } from "@assay/contract/domain";
import { refuseBlind } from "../../workspace/blind-review.ts";
import { referredProject } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewRow } from "../review-tables.ts";

/** Measures how far reviewers agree on a dimension. @throws {ApiError} as the server does. */
export function measureReliability(call: ReviewCall, body: MeasureReliabilityBody) {
  const project = referredProject(call.caller, body.project, "/project").id;
  refuseBlind(call.caller, { projectId: project });
  const { rubric, dimension } = chooseDimension(call, project, body);
  const since = call.clock.now() - daysOf(body.period) * 86_400_000;
  const grades = [...call.caller.workspace.reviews.values()]
    .filter((review) => review.rubric === rubric.id)
    .flatMap((review) => gradeOf(call, review, { dimension: dimension.id, since, body }) ?? []);
  const measured = reliabilityOf(dimension, grades);
  if (!measured.enough) throw notEnoughReviews(measured.samples);
  return {
    object: "reliability" as const,
    project,
    rubric: rubric.id,
    dimension: dimension.id,
    period: body.period,
    include_unblinded: body.include_unblinded,
    ...measured.figures,
  };
}

function gradeOf(
  { caller: { workspace } }: ReviewCall,
  review: ReviewRow,
  asked: { dimension: string; since: number; body: MeasureReliabilityBody },
): DimensionGrade | undefined {
  const task = workspace.reviewTasks.get(review.task);
  const reviewer = workspace.reviewers.get(review.reviewer);
  if (!task || !reviewer || !(task.blind || asked.body.include_unblinded)) return undefined;
  // Submitting unblinds: of a blind task only what was written first counts.
  const revision = task.blind ? review.revisions[0] : review.revisions.at(-1);
  if (!revision || revision.submittedAt <= asked.since) return undefined;
  // Grades were checked against their rubric before they were stored.
  const grades = revision.grades as GradesByDimension;
  const grade = Object.hasOwn(grades, asked.dimension) ? grades[asked.dimension] : undefined;
  if (!grade) return undefined;
  return {
    sample: { id: review.sample, externalId: externalIdOf(workspace, review.sample) },
    reviewer: { id: reviewer.id, name: reviewer.name, credentials: review.credentials },
    value: grade.value,
    blind: task.blind,
    submittedAt: revision.submittedAt,
  };
}

function externalIdOf({ datasets }: ReviewCall["caller"]["workspace"], sample: string): string | null {
  for (const { samples } of datasets.values()) {
    const row = samples.get(sample)?.at(-1);
    if (row) return row.externalId;
  }
  return null;
}

function chooseDimension(
  { caller }: ReviewCall,
  project: string,
  { rubric, dimension }: MeasureReliabilityBody,
): { rubric: RubricRecord; dimension: RubricDimension } {
  const ofProject = [...caller.workspace.rubrics.values()]
    .filter((row) => row.project === project)
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  const asked = ofProject.filter((row) => rubric === undefined || row.id === rubric);
  if (rubric !== undefined && asked.length === 0) throw referenceNotFound("rubric", rubric, "/rubric");
  const found = asked.flatMap((row) =>
    row.dimensions.filter((one) => one.id === dimension).map((one) => ({ rubric: row, dimension: one })),
  );
  const [first, second] = found;
  if (!first) {
    const known = asked.flatMap(({ dimensions }) => dimensions.map((one) => one.id));
    throw dimensionNotFound(dimension, [...new Set(known)].slice(0, 50));
  }
  if (second) {
    const ids = found.map((one) => one.rubric.id);
    throw ambiguousDimension(dimension, ids.slice(0, 20));
  }
  return first;
}
