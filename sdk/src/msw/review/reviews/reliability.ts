import { periodStart } from "@assay/contract/review/review-period";
import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import {
  chooseDimension,
  countedGrade,
  reliabilityToWire,
} from "@assay/contract/review/reviews/reliability-rules";
import { type DimensionGrade, runToEnd } from "@assay/contract/domain";
import { findSample } from "../../evaluation/datasets/dataset-versions.ts";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { requireProject } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewRow } from "../review-tables.ts";

/**
 * Measures how well reviewers agree on a dimension.
 *
 * @throws {ApiError} for the same refusals as on the server.
 */
export function measureReliability(call: ReviewCall, body: MeasureReliabilityBody) {
  const { workspace } = call.caller;
  const project = requireProject(call.caller, body.project, "/project").id;
  refuseBlind(call.caller, { projectId: project });
  const rubrics = [...workspace.rubrics.values()]
    .filter((row) => row.project === project)
    .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? -1 : 1));
  const chosen = chooseDimension(rubrics, body);
  const since = periodStart(body.period, call.clock.now());
  const filter = { dimension: chosen.dimension.id, since, includeUnblinded: body.include_unblinded };
  const grades = [...workspace.reviews.values()]
    .filter((review) => review.rubric === chosen.rubric)
    .flatMap((review) => gradeOf(call, review, filter) ?? []);
  return runToEnd(reliabilityToWire(body, chosen, grades));
}

function gradeOf(
  { caller }: ReviewCall,
  review: ReviewRow,
  filter: Parameters<typeof countedGrade>[2],
): DimensionGrade | undefined {
  const task = caller.workspace.reviewTasks.get(review.task);
  const reviewer = caller.workspace.reviewers.get(review.reviewer);
  if (!task || !reviewer) return undefined;
  const externalId = findSample(caller, review.sample)?.externalId ?? null;
  return countedGrade(review, { blind: task.blind, origin: task.origin, reviewer, externalId }, filter);
}
