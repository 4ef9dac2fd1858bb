// Written by `npm run generate` from the contract. Do not edit.
import type { Adjudication, Approval, EvaluationProgress, Export, ReviewTaskPriority } from "./types.ts";

declare const unknownKind: unique symbol;

/**
 * An event kind that this version of the SDK does not know. Its type differs from all known kinds, so that
 * `event` determines the type of `data`.
 */
export type UnknownEventKind = `${string}.${string}` & { readonly [unknownKind]: true };

interface Message<Kind extends string, Data> {
  event: Kind;
  /** Time of the event: ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: Data;
}

/** An evaluation that has completed, failed or been cancelled. */
export interface EvaluationEndedData {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Name of the evaluation. */
  name: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Id of the model; null if the evaluation has none. */
  model: string | null;
  /** Final state of the evaluation, as in `event`. */
  status: "completed" | "failed" | "cancelled" | (string & {});
  progress: EvaluationProgress;
  /** The combined score (0 to 100); null unless completed. */
  aggregate_score: number | null;
  /** Reason for the failure; null unless failed. */
  error: string | null;
}

/** A submitted review, or a new revision of a review. */
export interface ReviewSubmittedData {
  /** Id of the review: `rev_…`. */
  review: string;
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  /** The revision of the review, starting at 1. */
  revision: number;
}

/** A reviewer who was assigned to a task or claimed it. */
export interface ReviewTaskAssignedData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  priority: ReviewTaskPriority | (string & {});
  /** Due time of the task; null if it has none. ISO 8601 UTC with milliseconds. */
  due_at: string | null;
}

/** A task in which each sample has all required reviews. */
export interface ReviewTaskCompletedData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
}

/** A task that was not completed by its due time. */
export interface ReviewTaskOverdueData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  priority: ReviewTaskPriority | (string & {});
  /** Due time of the task; null if it has none. ISO 8601 UTC with milliseconds. */
  due_at: string | null;
}

/** A reviewer who is no longer assigned to a task, or a task for which no qualified reviewer exists. */
export interface ReviewTaskUnassignedData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** The reviewer; null if the task had none. */
  reviewer: string | null;
  /** `released`: the reviewer released the task. `lapsed`: the claim expired. `unavailable`, `not_qualified`: the reviewer became unavailable or no longer qualifies. `reassigned`: the slot was given to a different reviewer. `no_matching_reviewer`: no qualified reviewer exists. */
  reason: "released" | "lapsed" | "unavailable" | "not_qualified" | "reassigned" | "no_matching_reviewer" | (string & {});
}

/** A score that a reviewer overrode, or whose override was withdrawn. */
export interface ScoreOverriddenData {
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Id of the sample: `smp_…`. */
  sample: string;
  /** Key of the evaluator; null for the sample's combined score. */
  evaluator: string | null;
  /** The effective score (0 to 100); null if there is none. */
  value: number | null;
  /** The automated score (0 to 100); null if there is none. */
  original_value: number | null;
  /** Id of the review: `rev_…`. */
  review: string;
  /** Whether the review no longer overrides this score. */
  withdrawn: boolean;
}

/** A score that crossed a threshold in the webhook's `config.thresholds`. */
export interface ThresholdCrossedData {
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Key of the evaluator. */
  evaluator: string;
  /** Mean score in the evaluation (0 to 100). */
  score: number;
  /** The threshold in `config.thresholds` that the score crossed (0 to 100). */
  threshold: number;
  /** `below`: the score fell below the threshold. `above`: the score is no longer below the threshold. */
  direction: "below" | "above" | (string & {});
  /** The previous score; null for the first score. */
  previous_score: number | null;
  /** Difference from `previous_score` to `score` in points; null for the first score. */
  change: number | null;
}

/** A test event from `POST /v1/webhooks/{id}/test`. */
export interface WebhookTestData {
  /** Id of the webhook: `whk_…`. */
  webhook: string;
  /** The webhook's `config.project`; null if it has none. */
  project: string | null;
}

/** The body of a webhook message; `event` is the event kind. */
export type WebhookEvent =
  | Message<"score.threshold_crossed", ThresholdCrossedData>
  | Message<"evaluation.completed", EvaluationEndedData>
  | Message<"evaluation.failed", EvaluationEndedData>
  | Message<"evaluation.cancelled", EvaluationEndedData>
  | Message<"review_task.assigned", ReviewTaskAssignedData>
  | Message<"review_task.unassigned", ReviewTaskUnassignedData>
  | Message<"review_task.completed", ReviewTaskCompletedData>
  | Message<"review_task.overdue", ReviewTaskOverdueData>
  | Message<"review.submitted", ReviewSubmittedData>
  | Message<"review.adjudicated", Adjudication>
  | Message<"score.overridden", ScoreOverriddenData>
  | Message<"export.completed", Export>
  | Message<"approval.requested", Approval>
  | Message<"approval.given", Approval>
  | Message<"approval.approved", Approval>
  | Message<"approval.rejected", Approval>
  | Message<"approval.withdrawn", Approval>
  | Message<"approval.expired", Approval>
  | Message<"approval.used", Approval>
  | Message<"webhook.test", WebhookTestData>
  | Message<UnknownEventKind, Record<string, unknown>>;
