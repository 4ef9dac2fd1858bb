// Decides what an import of ratings stores. Adapters read, load and store in bulk.
import type { FieldError } from "../../platform/errors.ts";
import { limits } from "../../platform/limits.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { NewTask } from "../tasks/task-record.ts";
import { type PlacedRow, type RatingConditions, RatingGroups } from "./rating-groups.ts";
import { type ImportedReview, newReview, revisedReview, type ReviewTerms } from "./rating-reviews.ts";

/** The rules and records that decide about rows. */
export type RatingState = ReviewTerms & RatingConditions;

/** The changes that an import makes for some rows. */
export interface RatingPlan {
  /** The new reviews by sample, in the order of the first rows of the samples. */
  insert: readonly (readonly ImportedReview[])[];
  /** The stored reviews with a new revision. */
  update: readonly ReviewRecord[];
  unchanged: number;
  /** The new reviewers among the authors. */
  reviewers: readonly ReviewerRecord[];
  /** Number of refused rows. */
  failed: number;
  errors: readonly FieldError[];
}

/**
 * Decides what an import does with rows. All rows of a sample must be among them.
 *
 * @param rows the rows, sorted by sample (in the order of their first rows) and then in file order.
 */
export function planRatings(rows: readonly PlacedRow[], state: RatingState): RatingPlan {
  const groups = new RatingGroups(state);
  const refused = rows.map((row) => groups.add(row)).filter((faults) => faults.length > 0);
  const insert = new Map<string, ImportedReview[]>();
  const update: ReviewRecord[] = [];
  let unchanged = 0;
  for (const group of groups.all) {
    const { sample, stored } = group;
    if (!stored) {
      insert.set(sample, [...(insert.get(sample) ?? []), newReview(group, state)]);
      continue;
    }
    const revised = revisedReview(stored, group, state);
    if (revised) update.push(revised);
    else unchanged += 1;
  }
  const authors = new Set(groups.all.map(({ reviewer }) => reviewer));
  const created = [...state.raters.values()].flatMap((rater) =>
    "reviewer" in rater && rater.isNew && authors.has(rater.reviewer) ? [rater.reviewer] : [],
  );
  return {
    insert: [...insert.values()],
    update,
    unchanged,
    // Several spellings of a rater, which differ in white space or Unicode form, name one reviewer.
    reviewers: [...new Set(created)],
    failed: refused.length,
    errors: refused.flat(),
  };
}

/**
 * Creates the completed task for new reviews of at most {@link limits.samplesPerTask} samples. The task requires as many
 * reviews as its sample with the fewest reviews has.
 *
 * @param samples the new reviews by sample, in the order of the task.
 */
export function importedTask(
  samples: readonly (readonly ImportedReview[])[],
  { rubric, blind, now, newId }: Pick<RatingState, "rubric" | "blind" | "now" | "newId">,
): NewTask {
  const fewest = samples.reduce((least, { length }) => Math.min(least, length), Infinity);
  const reviewed: Record<string, number> = {};
  for (const { reviewer } of samples.flat()) reviewed[reviewer] = (reviewed[reviewer] ?? 0) + 1;
  return {
    id: newId("review_task"),
    project: rubric.project,
    rubric: rubric.id,
    evaluation: null,
    evaluator: null,
    origin: "import",
    status: "completed",
    priority: "normal",
    assignment: { mode: "pool", reviewer_id: null, required_credentials: [], specialty: null },
    reviewsRequired: Math.min(fewest, limits.reviewsRequired),
    blind,
    shown: { metadata: null, fields: null },
    reveal: "after_submit",
    samples: samples.map(([first]) => first?.sample ?? ""),
    sampleCount: samples.length,
    completed: samples.length,
    assignments: [],
    adjudicatorCredentials: [],
    declined: [],
    excluded: [],
    reviewed,
    dueAt: null,
    metadata: {},
    createdAt: now,
    completedAt: now,
    cancelledAt: null,
  };
}
