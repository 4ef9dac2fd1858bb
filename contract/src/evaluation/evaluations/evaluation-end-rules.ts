// Rules for evaluations that end: cancellation, verdict and event.
import { type EvaluationStatus, cancellationIn } from "../../domain/evaluation/evaluation-states.ts";
import type { EvaluationEvent } from "../evaluation-events.ts";
import { evaluationFinished } from "./evaluation-refusals.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";

/** The final states of an evaluation. */
export type FinalStatus = Extract<EvaluationStatus, "completed" | "failed" | "cancelled">;

/**
 * Returns whether a cancel request changes an evaluation. It does not change an evaluation that is already
 * cancelled.
 *
 * @throws {ApiError} 409 if the evaluation has completed or failed.
 */
export function cancels({ id, status }: Pick<EvaluationRecord, "id" | "status">): boolean {
  const effect = cancellationIn(status);
  if (effect === "refuse") throw evaluationFinished(id, status);
  return effect === "cancel";
}

/**
 * Returns an evaluation's sample counts for responses and events: all samples, processed samples without an
 * errored result, and processed samples with one.
 */
export const progressToWire = ({ total, completed, failed }: EvaluationRecord) => ({
  total,
  completed,
  failed,
});

/** Creates the event for an evaluation that has completed, failed or been cancelled. */
export const evaluationEnded = (
  record: EvaluationRecord & { status: FinalStatus },
  at: number,
): EvaluationEvent => ({
  event: `evaluation.${record.status}`,
  at,
  data: {
    evaluation: record.id,
    name: record.name,
    project: record.project,
    dataset: record.dataset,
    model: record.model,
    status: record.status,
    progress: progressToWire(record),
    aggregate_score: record.results?.aggregate_score ?? null,
    error: record.error,
  },
});
