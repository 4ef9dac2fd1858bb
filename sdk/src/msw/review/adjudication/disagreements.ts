import { groupBy } from "@assay/contract/domain";
import type { DisagreementRecord } from "@assay/contract/review/adjudication/disagreements/disagreement-wire";
import type { DisagreementsQuery } from "@assay/contract/review/adjudication/disagreements/disagreements";
import { decides } from "@assay/contract/review/adjudication/reference-labels";
import {
  differingGrades,
  type RatedReview,
} from "@assay/contract/review/adjudication/disagreements/sample-grades";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findSample } from "../../evaluation/datasets/dataset-versions.ts";
import { blindSamples } from "../../workspace/blind-access.ts";
import type { ReviewCaller } from "../review-tables.ts";
import { presentAdjudication, ratedReviews } from "./rated-reviews.ts";

/** Returns the disagreements that a query selects, in any order. */
export function disagreementsOf(caller: ReviewCaller, query: DisagreementsQuery): DisagreementRecord[] {
  const { workspace } = caller;
  const blind = blindSamples(caller);
  const task = query.task === undefined ? undefined : workspace.reviewTasks.get(query.task);
  if (query.task !== undefined && !task) return [];
  const reviews = ratedReviews(workspace).filter(
    ({ project, rubric, sample }) =>
      project === query.project &&
      reaches(caller, project) &&
      !blind.has(sample) &&
      (query.rubric === undefined || rubric === query.rubric) &&
      (!task || (rubric === task.rubric && task.samples.includes(sample))),
  );
  const found = [...groupBy(reviews, ({ rubric, sample }) => `${rubric} ${sample}`).values()];
  return found.flatMap((group) => ofSample(caller, group, query)).filter((row) => isListed(row, query));
}

const isListed = (
  row: DisagreementRecord,
  { dimension, min_spread: min = 0, adjudicated }: DisagreementsQuery,
): boolean =>
  (dimension === undefined || row.dimension === dimension) &&
  (adjudicated === undefined || (row.adjudication !== null) === adjudicated) &&
  row.spread >= min;

/** Returns the disagreements about a sample with a rubric. */
function ofSample(
  caller: ReviewCaller,
  reviews: readonly (RatedReview & { project: string })[],
  { include_unblinded: includeUnblinded = false }: DisagreementsQuery,
): DisagreementRecord[] {
  const [first] = reviews;
  const rubric = caller.workspace.rubrics.get(first?.rubric ?? "");
  if (!first || !rubric) return [];
  const { project, sample } = first;
  const externalId = findSample(caller, sample)?.externalId ?? null;
  const present = presentAdjudication(caller.workspace, { sample, rubric: rubric.id });
  return differingGrades(rubric.dimensions, reviews, includeUnblinded).map((found) => ({
    project,
    sample,
    externalId,
    rubric: rubric.id,
    adjudication: present && decides(present, found.dimension) ? present.id : null,
    ...found,
  }));
}
