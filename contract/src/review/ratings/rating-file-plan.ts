// Plans an import of ratings whose rows are all in memory.
import type { FileReading } from "../../evaluation/samples/import-rules.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import type { NewTask } from "../tasks/task-record.ts";
import type { PlacedRow, RecordedGrade, StoredRating } from "./rating-groups.ts";
import { addRefused, ratingsToWire, refuseRatings, unknownRatedSample } from "./rating-import-rules.ts";
import type { ImportRatingsQuery } from "./rating-imports.ts";
import { RaterNames, resolveRaters } from "./rating-raters.ts";
import type { RatedRow } from "./rating-rows.ts";
import { importedTask, planRatings, type RatingPlan, type RatingState } from "./rating-rules.ts";

/** A valid row of a file, with its position. */
export type StagedRating = RatedRow & { line: number; path: string };

/** The loaded records that decide about a file. */
interface RatingRecords extends RuleContext {
  rubric: RubricRecord;
  /** The reviewers that the caller can access. */
  reviewers: readonly ReviewerRecord[];
  /** The imported reviews with the rubric. */
  stored: readonly StoredRating[];
  /** The grades with the rubric that Assay recorded. */
  recorded: readonly RecordedGrade[];
  /** Returns the id of a row's sample; undefined if the dataset does not contain it. */
  sampleOf: (row: StagedRating) => string | undefined;
}

/** The records that an import of a file stores, and the response to the import. */
export interface RatingFilePlan {
  reviewers: readonly ReviewerRecord[];
  /** The stored reviews with a new revision. */
  update: readonly ReviewRecord[];
  /** The new tasks, each with its reviews. */
  tasks: readonly { task: NewTask; reviews: readonly ReviewRecord[] }[];
  response: ReturnType<typeof ratingsToWire>;
}

/** Decides what an import of a file stores. @throws {ApiError} the refusals of `refuseRatings`. */
export function planRatingFile(
  { staged, reading }: { staged: readonly StagedRating[]; reading: FileReading },
  { reviewers, sampleOf, ...records }: RatingRecords,
  query: ImportRatingsQuery,
): RatingFilePlan {
  const { create_reviewers: createReviewers = false, mode, blind = false } = query;
  const names = new RaterNames();
  for (const { ratings } of staged) names.add(ratings);
  const { project } = records.rubric;
  const raters = resolveRaters(names.all, reviewers, { ...records, project, createReviewers });
  const { rows, unknown } = placedRows(staged, sampleOf);
  const state = { ...records, raters, mode, blind };
  const plan = planRatings(rows, state);
  const refused = addRefused(addRefused(reading, { failed: unknown.length, errors: unknown }), plan);
  refuseRatings(reading, refused, query);
  const tasks = tasksOf(plan, state);
  const stored = {
    tasks: tasks.map(({ task }) => task.id),
    inserted: plan.insert.flat().length,
    updated: plan.update.length,
    unchanged: plan.unchanged,
    reviewersCreated: plan.reviewers.length,
  };
  const { update } = plan;
  return { reviewers: plan.reviewers, update, tasks, response: ratingsToWire(stored, refused) };
}

/** Finds the samples of rows, and sorts the rows by the first row of their sample. */
function placedRows(
  staged: readonly StagedRating[],
  sampleOf: RatingRecords["sampleOf"],
): { rows: PlacedRow[]; unknown: FieldError[] } {
  const unknown: FieldError[] = [];
  const bySample = new Map<string, PlacedRow[]>();
  for (const row of staged) {
    const sample = sampleOf(row);
    if (sample === undefined) unknown.push(unknownRatedSample(row));
    else bySample.set(sample, [...(bySample.get(sample) ?? []), { ...row, sample }]);
  }
  return { rows: [...bySample.values()].flat(), unknown };
}

/** Returns the tasks for the new reviews of a plan. */
function tasksOf({ insert }: RatingPlan, state: RatingState): RatingFilePlan["tasks"] {
  const tasks: RatingFilePlan["tasks"][number][] = [];
  for (let start = 0; start < insert.length; start += limits.samplesPerTask) {
    const samples = insert.slice(start, start + limits.samplesPerTask);
    const task = importedTask(samples, state);
    tasks.push({ task, reviews: samples.flat().map((review) => ({ ...review, task: task.id })) });
  }
  return tasks;
}
