import { daysOf } from "@assay/contract/review/review-period";
import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import { chooseDimension, reliabilityToWire } from "@assay/contract/review/reviews/reliability-rules";
import type { DimensionGrade, GradesByDimension } from "@assay/contract/domain";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { requireProject } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewRow } from "../review-tables.ts";

/**
 * Measures how well reviewers agree on a dimension. @throws {ApiError} the same refusals as on the server.
 */
export function measureReliability(call: ReviewCall, body: MeasureReliabilityBody) {
  const { workspace } = call.caller;
  const project = requireProject(call.caller, body.project, "/project").id;
  refuseBlind(call.caller, { projectId: project });
  const rubrics = [...workspace.rubrics.values()]
    .filter((row) => row.project === project)
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  const chosen = chooseDimension(rubrics, body);
  const since = call.clock.now() - daysOf(body.period) * 86_400_000;
  const grades = [...workspace.reviews.values()]
    .filter((review) => review.rubric === chosen.rubric)
    .flatMap((review) => gradeOf(call, review, { dimension: chosen.dimension.id, since, body }) ?? []);
  return reliabilityToWire(body, chosen, grades);
}

function gradeOf(
  { caller: { workspace } }: ReviewCall,
  review: ReviewRow,
  filter: { dimension: string; since: number; body: MeasureReliabilityBody },
): DimensionGrade | undefined {
  const task = workspace.reviewTasks.get(review.task);
  const reviewer = workspace.reviewers.get(review.reviewer);
  if (!task || !reviewer || !(task.blind || filter.body.include_unblinded)) return undefined;
  // Submitting a review reveals other results, so only the first revision counts in a blind task.
  const revision = task.blind ? review.revisions[0] : review.revisions.at(-1);
  if (!revision || revision.submittedAt <= filter.since) return undefined;
  // Grades were validated against their rubric before they were stored.
  const grades = revision.grades as GradesByDimension;
  const grade = Object.hasOwn(grades, filter.dimension) ? grades[filter.dimension] : undefined;
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
