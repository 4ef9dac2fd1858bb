import { planRatingFile, type StagedRating } from "@assay/contract/review/ratings/rating-file-plan";
import type { ImportRatingsQuery } from "@assay/contract/review/ratings/rating-imports";
import { requireRatedDataset, requireRatedRubric } from "@assay/contract/review/ratings/rating-import-rules";
import { readRatings } from "@assay/contract/review/ratings/rating-rows";
import type { ReviewRecord } from "@assay/contract/review/reviews/review-record";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import { namedSample } from "@assay/contract/evaluation/samples/dataset-contents";
import { findReached } from "@assay/contract/workspace/reached-rows";
import { findDataset } from "../../evaluation/datasets/dataset-versions.ts";
import type { UploadedFile } from "../../platform/http/read-body.ts";
import { type StagedFile, stageRows } from "../../evaluation/samples/import-samples.ts";
import { reachesReviewer } from "../find-reviewer.ts";
import type { ReviewCall, ReviewTables } from "../review-tables.ts";

/** Returns the rubric and the dataset of an import. @throws {ApiError} if the caller cannot access one of them. */
export function ratedRecords({ caller }: ReviewCall, query: ImportRatingsQuery) {
  const rubric = requireRatedRubric(findReached(caller, caller.workspace.rubrics, query.rubric), query);
  return { rubric, dataset: requireRatedDataset(findDataset(caller, query.dataset), rubric, query) };
}

/** Reads a file of ratings. */
export const stageRatings = (
  { clock }: ReviewCall,
  sent: UploadedFile,
  { query, rubric: { dimensions } }: { query: ImportRatingsQuery; rubric: RubricRecord },
): Promise<StagedFile<StagedRating>> =>
  stageRows(
    sent,
    (chunks, contentType) =>
      readRatings(chunks, { contentType, options: query }, { dimensions, now: clock.now() }),
    ({ line, path, row }) => ({ ...row, line, path }),
  );

/** Stores a file of ratings. @throws {ApiError} for the same refusals as on the server. */
export function storeRatings(call: ReviewCall, query: ImportRatingsQuery, file: StagedFile<StagedRating>) {
  const { caller, rules } = call;
  const { workspace } = caller;
  const { rubric, dataset } = ratedRecords(call, query);
  const reviewers = [...workspace.reviewers.values()].filter((one) => reachesReviewer(caller, one));
  const sampleOf = (rating: StagedRating): string | undefined => namedSample(dataset, rating)?.id;
  const stored = storedRatings(workspace, rubric);
  const recorded = recordedGrades(workspace, rubric);
  const records = { ...rules, rubric, reviewers, stored, recorded, sampleOf };
  const plan = planRatingFile(file, records, query);
  for (const reviewer of plan.reviewers) workspace.reviewers.set(reviewer.id, reviewer);
  for (const review of plan.update) storeReview(workspace, review);
  for (const { task, reviews } of plan.tasks) {
    workspace.reviewTasks.set(task.id, { ...task, isOverdueEmitted: false });
    for (const review of reviews) storeReview(workspace, review);
  }
  return plan.response;
}

/** Returns the imported reviews with a rubric. */
const storedRatings = ({ reviews, reviewTasks }: ReviewTables, rubric: RubricRecord) =>
  [...reviews.values()].flatMap((review) => {
    const task = reviewTasks.get(review.task);
    return review.rubric === rubric.id && task?.origin === "import" ? [{ review, blind: task.blind }] : [];
  });

/** Returns the grades with a rubric that Assay recorded, in any revision. */
const recordedGrades = ({ reviews, reviewTasks }: ReviewTables, rubric: RubricRecord) =>
  [...reviews.values()].flatMap(({ revisions, rubric: used, task, sample, reviewer }) => {
    if (used !== rubric.id || reviewTasks.get(task)?.origin === "import") return [];
    const dimensions = revisions.flatMap(({ grades }) => Object.keys(grades));
    return dimensions.map((dimension) => ({ sample, reviewer, dimension }));
  });

/** Stores the next revision of an imported review, which overrides no score. */
function storeReview({ reviews }: ReviewTables, review: ReviewRecord): void {
  const revisions = reviews.get(review.id)?.revisions ?? [];
  reviews.set(review.id, { ...review, revisions: [...revisions, review], ordinal: 0 });
}
