// Written by `npm run generate` from the contract. Do not edit.
import type { Approval, EvaluationProgress, Export, ReviewTaskPriority } from "./types.ts";

declare const unknownKind: unique symbol;

/** A kind of event that this version of the SDK does not know; of another type than all that it knows, so that `event` decides the type of `data`. */
export type UnknownEventKind = `${string}.${string}` & { readonly [unknownKind]: true };

interface Message<Kind extends string, Data> {
  event: Kind;
  /** When it happened: ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: Data;
}

/** An evaluation that completed, failed or was cancelled. */
export interface EvaluationEndedData {
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Name of the evaluation. */
  name: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the dataset: `ds_…`. */
  dataset: string;
  /** Id of the model; null: none. */
  model: string | null;
  /** Final state of the evaluation, as in `event`. */
  status: "completed" | "failed" | "cancelled" | (string & {});
  progress: EvaluationProgress;
  /** The combined score, 0 to 100; null unless completed. */
  aggregate_score: number | null;
  /** Reason of the failure; null unless failed. */
  error: string | null;
}

/** A submitted review, or a new revision of it. */
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
  /** The revision of the review, from 1. */
  revision: number;
}

/** A reviewer who was assigned to a task, or claimed it. */
export interface ReviewTaskAssignedData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the reviewer: `rvr_…`. */
  reviewer: string;
  priority: ReviewTaskPriority | (string & {});
  /** Due time of the task; null: none. ISO 8601 UTC with milliseconds. */
  due_at: string | null;
}

/** A task whose samples all have their reviews. */
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
  /** Due time of the task; null: none. ISO 8601 UTC with milliseconds. */
  due_at: string | null;
}

/** A reviewer who is no longer assigned to a task, or a task without a qualified reviewer. */
export interface ReviewTaskUnassignedData {
  /** Id of the review task: `task_…`. */
  task: string;
  /** Id of the project: `proj_…`. */
  project: string;
  /** The reviewer; null: the task had none. */
  reviewer: string | null;
  /** `released`: by the reviewer; `lapsed`: the claim expired; `unavailable`, `not_qualified`: state of the reviewer; `reassigned`: to another reviewer; `no_matching_reviewer`: no qualified reviewer exists. */
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
  /** Key of the evaluator; null: the sample's combined score. */
  evaluator: string | null;
  /** The effective score, 0 to 100; null: none. */
  value: number | null;
  /** The automated score, 0 to 100; null: none. */
  original_value: number | null;
  /** Id of the review: `rev_…`. */
  review: string;
  /** Whether the review no longer overrides this score. */
  withdrawn: boolean;
}

/** A score that crossed a threshold of the webhook's `config.thresholds`. */
export interface ThresholdCrossedData {
  /** Id of the project: `proj_…`. */
  project: string;
  /** Id of the evaluation: `eval_…`. */
  evaluation: string;
  /** Key of the evaluator. */
  evaluator: string;
  /** Mean score in the evaluation, 0 to 100. */
  score: number;
  /** The threshold of `config.thresholds`, 0 to 100. */
  threshold: number;
  /** `below`: the score fell below the threshold; `above`: the score is no longer below. */
  direction: "below" | "above" | (string & {});
  /** The previous score; null: this is the first. */
  previous_score: number | null;
  /** Points from `previous_score` to `score`; null: this is the first. */
  change: number | null;
}

/** A test event from `POST /v1/webhooks/{id}/test`. */
export interface WebhookTestData {
  /** Id of the webhook: `whk_…`. */
  webhook: string;
  /** The `config.project` of the webhook; null: none. */
  project: string | null;
}

/** The body of a message to a webhook; `event` is its kind. */
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
  | Message<"score.overridden", ScoreOverriddenData>
  | Message<"export.completed", Export>
  | Message<"approval.requested", Approval>
  | Message<"webhook.test", WebhookTestData>
  | Message<UnknownEventKind, Record<string, unknown>>;
