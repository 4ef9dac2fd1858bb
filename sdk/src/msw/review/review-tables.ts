import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { ReviewContents, ReviewRecord } from "@assay/contract/review/reviews/review-record";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { NewTask } from "@assay/contract/review/tasks/task-record";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables } from "../platform/state/platform-tables.ts";

/** A review task. */
export interface TaskRow extends NewTask {
  /** Whether an event was emitted that it is overdue. */
  isOverdueEmitted: boolean;
}

/** One reviewer's review of one sample under a task. */
export interface ReviewRow extends ReviewRecord {
  /** The oldest first; the last is the present one. */
  revisions: readonly ReviewContents[];
  /** Of overrides in force, the larger is the later. */
  ordinal: number;
}

/** The tables of a workspace that this wing reads. */
export interface ReviewTables extends EvaluationTables {
  reviewers: Map<string, ReviewerRecord>;
  rubrics: Map<string, RubricRecord>;
  reviewTasks: Map<string, TaskRow>;
  reviews: Map<string, ReviewRow>;
}

/** The state of a mock that this wing reads. */
export interface ReviewState extends EvaluationState {
  /** How long a claimed task stays claimed without a review. */
  claimMinutes: number;
  tables: SharedTables<ReviewTables>;
}

/** Who calls, as this wing sees it. */
export type ReviewCaller = Caller<ReviewTables>;

/** A request, as this wing sees it. */
export type ReviewCall = Call<ReviewState>;

/** The implementations of one resource of this wing. */
export type ReviewHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, ReviewState>;

/** No reviewers, rubrics, tasks and reviews. */
export const emptyReviewTables = () => ({
  reviewers: new Map<string, ReviewerRecord>(),
  rubrics: new Map<string, RubricRecord>(),
  reviewTasks: new Map<string, TaskRow>(),
  reviews: new Map<string, ReviewRow>(),
});
