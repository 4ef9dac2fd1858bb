// Rules of the end of an evaluation: its cancellation, its verdict and its event.
import { type EvaluationStatus, cancellationIn } from "../../domain/evaluation/evaluation-states.ts";
import type { EvaluationEvent } from "../evaluation-events.ts";
import { evaluationFinished } from "./evaluation-refusals.ts";
import type { EvaluationRecord } from "./evaluation-record.ts";

/** The final states of an evaluation. */
export type FinalStatus = Extract<EvaluationStatus, "completed" | "failed" | "cancelled">;

/**
 * Whether a cancel request changes an evaluation; a cancelled one does not change.
 *
 * @throws {ApiError} 409 if it has completed or failed.
 */
export function cancels({ id, status }: Pick<EvaluationRecord, "id" | "status">): boolean {
  const effect = cancellationIn(status);
  if (effect === "refuse") throw evaluationFinished(id, status);
  return effect === "cancel";
}

/** Number of processed samples, without and with an errored result, as in responses and events. */
export const progressToWire = ({ total, completed, failed }: EvaluationRecord) => ({
  total,
  completed,
  failed,
});

/** The event of a completed, failed or cancelled evaluation. */
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
