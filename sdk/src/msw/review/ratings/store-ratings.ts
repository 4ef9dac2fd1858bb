import type { PlacedRow } from "@assay/contract/review/ratings/rating-groups";
import type { ImportRatingsQuery } from "@assay/contract/review/ratings/rating-imports";
import {
  addRefused,
  ratingsToWire,
  refuseRatings,
  requireRatedDataset,
  requireRatedRubric,
  unknownRatedSample,
} from "@assay/contract/review/ratings/rating-import-rules";
import { RaterNames, resolveRaters } from "@assay/contract/review/ratings/rating-raters";
import { type RatedRow, readRatings } from "@assay/contract/review/ratings/rating-rows";
import {
  importedTask,
  planRatings,
  type RatingPlan,
  type RatingState,
} from "@assay/contract/review/ratings/rating-rules";
import type { ReviewRecord } from "@assay/contract/review/reviews/review-record";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { FieldError } from "@assay/contract/platform/errors";
import { limits } from "@assay/contract/platform/limits";
import { findReached } from "@assay/contract/workspace/reached-rows";
import type { DatasetRow } from "../../evaluation/dataset-rows.ts";
import { findDataset, presentRow } from "../../evaluation/datasets/dataset-versions.ts";
import { type StagedFile, stageRows } from "../../evaluation/samples/import-samples.ts";
import { reachesReviewer } from "../find-reviewer.ts";
import type { ReviewCall, ReviewTables } from "../review-tables.ts";

/** A valid row of a file, with its position. */
type StagedRow = RatedRow & { line: number; path: string };

/** Returns the rubric and the dataset of an import. @throws {ApiError} if the caller cannot access one of them. */
export function ratedRecords({ caller }: ReviewCall, query: ImportRatingsQuery) {
  const rubric = requireRatedRubric(findReached(caller, caller.workspace.rubrics, query.rubric), query);
  return { rubric, dataset: requireRatedDataset(findDataset(caller, query.dataset), rubric, query) };
}

/** Reads a file of ratings. */
export const stageRatings = (
  { clock }: ReviewCall,
  bytes: Uint8Array,
  { contentType, query, rubric }: { contentType: string; query: ImportRatingsQuery; rubric: RubricRecord },
): Promise<StagedFile<StagedRow>> =>
  stageRows(
    bytes,
    (chunks) =>
      readRatings(
        chunks,
        { contentType, options: query },
        { dimensions: rubric.dimensions, now: clock.now() },
      ),
    ({ line, path, row }) => ({ ...row, line, path }),
  );

/** Stores a file of ratings. @throws {ApiError} for the same refusals as on the server. */
export function storeRatings(
  call: ReviewCall,
  query: ImportRatingsQuery,
  { staged, reading }: StagedFile<StagedRow>,
) {
  const { caller, rules } = call;
  const { workspace } = caller;
  const { rubric, dataset } = ratedRecords(call, query);
  const names = new RaterNames();
  for (const { ratings } of staged) names.add(ratings);
  const { create_reviewers: createReviewers = false, mode, blind = false } = query;
  const reviewers = [...workspace.reviewers.values()].filter((one) => reachesReviewer(caller, one));
  const raters = resolveRaters(names.all, reviewers, { ...rules, project: rubric.project, createReviewers });
  const { rows, unknown } = placedRows(dataset, staged);
  const state = { ...rules, rubric, raters, mode, blind, stored: storedRatings(workspace, rubric) };
  const plan = planRatings(rows, state);
  const refused = addRefused(addRefused(reading, { failed: unknown.length, errors: unknown }), plan);
  refuseRatings(reading, refused, query);
  return ratingsToWire(applyPlan(workspace, plan, state), refused);
}

/** Finds the samples of rows, and sorts the rows by the first row of their sample. */
function placedRows(dataset: DatasetRow, staged: readonly StagedRow[]) {
  const unknown: FieldError[] = [];
  const bySample = new Map<string, PlacedRow[]>();
  for (const row of staged) {
    const sample = row.sample ?? dataset.externalIds.get(row.externalId ?? "") ?? "";
    if (!presentRow(dataset.samples.get(sample))) unknown.push(unknownRatedSample(row));
    else bySample.set(sample, [...(bySample.get(sample) ?? []), { ...row, sample }]);
  }
  return { rows: [...bySample.values()].flat(), unknown };
}

/** Returns the imported reviews with a rubric. */
const storedRatings = ({ reviews, reviewTasks }: ReviewTables, rubric: RubricRecord) =>
  [...reviews.values()].flatMap((review) => {
    const task = reviewTasks.get(review.task);
    return review.rubric === rubric.id && task?.origin === "import" ? [{ review, blind: task.blind }] : [];
  });

function applyPlan(workspace: ReviewTables, plan: RatingPlan, state: RatingState) {
  for (const reviewer of plan.reviewers) workspace.reviewers.set(reviewer.id, reviewer);
  for (const review of plan.update) storeReview(workspace, review);
  const tasks: string[] = [];
  for (let start = 0; start < plan.insert.length; start += limits.samplesPerTask) {
    const samples = plan.insert.slice(start, start + limits.samplesPerTask);
    const task = importedTask(samples, state);
    workspace.reviewTasks.set(task.id, { ...task, isOverdueEmitted: false });
    for (const review of samples.flat()) storeReview(workspace, { ...review, task: task.id });
    tasks.push(task.id);
  }
  const counts = {
    inserted: plan.insert.flat().length,
    updated: plan.update.length,
    unchanged: plan.unchanged,
  };
  return { tasks, ...counts, reviewersCreated: plan.reviewers.length };
}

/** Stores the next revision of an imported review, which overrides no score. */
function storeReview({ reviews }: ReviewTables, review: ReviewRecord): void {
  const revisions = reviews.get(review.id)?.revisions ?? [];
  reviews.set(review.id, { ...review, revisions: [...revisions, review], ordinal: 0 });
}
