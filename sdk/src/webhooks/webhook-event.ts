import type { EvaluationProgress, EventKind, Export, ReviewTask } from "../generated/types.ts";

/** A score that crossed a threshold of the webhook's `config.thresholds`. */
export interface ThresholdCrossedData {
  /** Id of the project. */
  project: string;
  /** Id of the evaluation whose score it is. */
  evaluation: string;
  /** Key of the evaluator. */
  evaluator: string;
  /** Its mean in the evaluation, 0 to 100. */
  score: number;
  threshold: number;
  direction: "below" | "above";
  /** Null: this is the first score. */
  previous_score: number | null;
  /** Points from `previous_score` to `score`; null: this is the first. */
  change: number | null;
}

/** An evaluation that has ended. */
export interface EvaluationEndedData {
  evaluation: string;
  name: string;
  project: string;
  dataset: string;
  model: string | null;
  status: "completed" | "failed" | "cancelled";
  progress: EvaluationProgress;
  /** Null unless completed. */
  aggregate_score: number | null;
  /** Why it failed; null unless failed. */
  error: string | null;
}

/** A task of a project. */
interface TaskData {
  /** Id of the task. */
  task: string;
  /** Id of the project. */
  project: string;
}

/** A reviewer who was given a task, or took it. */
export interface ReviewTaskAssignedData extends TaskData {
  /** Id of the reviewer. */
  reviewer: string;
  priority: ReviewTask["priority"];
  due_at: string | null;
}

/** A reviewer who no longer holds a task, or a task that nobody could be given. */
export interface ReviewTaskUnassignedData extends TaskData {
  /** Null: nobody held it. */
  reviewer: string | null;
  reason:
    | "released"
    | "lapsed"
    | "unavailable"
    | "not_qualified"
    | "reassigned"
    | "no_matching_reviewer"
    | (string & {});
}

/** A review that was submitted, or the next revision of it. */
export interface ReviewSubmittedData extends TaskData {
  review: string;
  sample: string;
  reviewer: string;
  revision: number;
}

/** A score that a reviewer has overridden, or given back. */
export interface ScoreOverriddenData {
  project: string;
  evaluation: string;
  sample: string;
  /** Key of the evaluator; null: the sample's combined score. */
  evaluator: string | null;
  /** What counts now, 0 to 100. */
  value: number | null;
  /** As it was given automatically. */
  original_value: number | null;
  /** Id of the review. */
  review: string;
  /** Whether the review overrides this score no longer. */
  withdrawn: boolean;
}

interface Told<Kind extends string, Data> {
  event: Kind;
  /** When it happened: ISO 8601 UTC. */
  timestamp: string;
  data: Data;
}

/** What is told of each kind of event. */
interface DataOf {
  "score.threshold_crossed": ThresholdCrossedData;
  "evaluation.completed": EvaluationEndedData;
  "evaluation.failed": EvaluationEndedData;
  "evaluation.cancelled": EvaluationEndedData;
  "review_task.assigned": ReviewTaskAssignedData;
  "review_task.unassigned": ReviewTaskUnassignedData;
  "review_task.completed": TaskData;
  "review_task.overdue": Omit<ReviewTaskAssignedData, "reviewer">;
  "review.submitted": ReviewSubmittedData;
  "score.overridden": ScoreOverriddenData;
  "export.completed": Export;
}

/** What a webhook is told; `event` says which. A kind that this version of the SDK does not know may come too. */
export type WebhookEvent =
  | {
      [Kind in EventKind]: Told<
        Kind,
        Kind extends keyof DataOf ? DataOf[Kind] : Record<string, unknown> & { project: string }
      >;
    }[EventKind]
  | Told<"webhook.test", { webhook: string; project: string | null }>;
