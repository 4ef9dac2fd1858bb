import type { EvaluationProgress, EventKind } from "./generated/types.ts";

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

interface Told<Kind extends string, Data> {
  event: Kind;
  /** When it happened: ISO 8601 UTC. */
  timestamp: string;
  data: Data;
}

type EvaluationEnd = "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled";

/** What a webhook is told; `event` says which. A kind that this version of the SDK does not know may come too. */
export type WebhookEvent =
  | Told<"score.threshold_crossed", ThresholdCrossedData>
  | Told<EvaluationEnd, EvaluationEndedData>
  | Told<"webhook.test", { webhook: string; project: string | null }>
  | Told<
      Exclude<EventKind, "score.threshold_crossed" | EvaluationEnd>,
      Record<string, unknown> & { project: string }
    >;
