import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { evaluationEnded } from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation-tables.ts";
import { evaluationRecord, evaluationNow } from "./evaluation-run.ts";

/**
 * Steps that follow the end of an evaluation. Each method takes the state of the mock that the evaluation is
 * in.
 */
export interface EvaluationHooks {
  /** Compares the evaluation's scores with the endpoints' thresholds. */
  detectThresholdCrossings(workspace: EvaluationTables, row: EvaluationRow, at: number): void;
  /** Creates the review tasks for a completed evaluation's routing. */
  routeSamples(
    state: EvaluationState,
    workspace: EvaluationTables,
    completed: { row: EvaluationRow; completedAt: number },
  ): void;
}

/** Emits the events of evaluations that ended since the last call, in the order in which they ended. */
export function emitEnds(state: EvaluationState, workspace: EvaluationTables, hooks: EvaluationHooks): void {
  const ended = [...workspace.evaluations.values()].flatMap((row) => {
    if (row.isEndEmitted) return [];
    evaluationNow(row, state);
    return row.end ? [{ row, end: row.end }] : [];
  });
  for (const { row, end } of ended.toSorted((a, b) => a.end.at - b.end.at)) {
    row.isEndEmitted = true;
    const record = { ...evaluationRecord(row, state), status: end.status };
    queueEvent<EvaluationEvent>(workspace, evaluationEnded(record, end.at));
    hooks.detectThresholdCrossings(workspace, row, end.at);
    if (end.status === "completed") hooks.routeSamples(state, workspace, { row, completedAt: end.at });
  }
}
