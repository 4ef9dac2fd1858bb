import type { AdjudicationRecord } from "@assay/contract/review/adjudication/adjudication-record";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { ReviewContents } from "@assay/contract/review/reviews/review-record";
import type { OrderedReview } from "@assay/contract/review/reviews/scores/evaluated-scores";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { NewTask } from "@assay/contract/review/tasks/task-record";
import { emptyDraftTable } from "./draft-table.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables, WithTables } from "../platform/state/platform-tables.ts";

/** A review task. */
export interface TaskRow extends NewTask {
  /** Whether the task's overdue event was emitted. */
  isOverdueEmitted: boolean;
}

/** One reviewer's review of one sample in a task. */
export interface ReviewRow extends OrderedReview {
  /** The revisions, oldest first; the last one is current. */
  revisions: readonly ReviewContents[];
}

/** Creates tables without rows. */
export const emptyReviewTables = () => ({
  reviewers: new Map<string, ReviewerRecord>(),
  rubrics: new Map<string, RubricRecord>(),
  reviewTasks: new Map<string, TaskRow>(),
  reviews: new Map<string, ReviewRow>(),
  adjudications: new Map<string, AdjudicationRecord>(),
  reviewDrafts: emptyDraftTable(),
});

/** A workspace's tables for this wing. */
export type ReviewTables = WithTables<EvaluationTables, ReturnType<typeof emptyReviewTables>>;

/** A mock's state for this wing. */
export interface ReviewState extends EvaluationState {
  /** Time until the claim on a task expires if no review is submitted (minutes). */
  claimMinutes: number;
  tables: SharedTables<ReviewTables>;
}

export type ReviewCaller = Caller<ReviewTables>;

export type ReviewCall = Call<ReviewState>;

export type ReviewHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ReviewState>;
