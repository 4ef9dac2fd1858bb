import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { EvaluationEnd, EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationState, EvaluationTables } from "../evaluation-tables.ts";
import { progressOf, viewOf } from "./evaluation-run.ts";

/** What follows when an evaluation ends. The methods take the state of the mock that the evaluation is in. */
export interface EvaluationHooks {
  /** Compares its scores with the thresholds of endpoints. */
  crossThresholds(workspace: EvaluationTables, row: EvaluationRow, at: number): void;
  /** Makes the review tasks that it asks for; only of one that has completed. */
  routeSamples(
    state: EvaluationState,
    workspace: EvaluationTables,
    completed: { row: EvaluationRow; completedAt: number },
  ): void;
}

/** Emits the events of evaluations that have ended since the last call, in the order of their ends. */
export function announceEnds(
  state: EvaluationState,
  workspace: EvaluationTables,
  hooks: EvaluationHooks,
): void {
  const ended = [...workspace.evaluations.values()].flatMap((row) => {
    if (row.announced) return [];
    viewOf(row, state);
    return row.end ? [{ row, end: row.end }] : [];
  });
  for (const { row, end } of ended.toSorted((a, b) => a.end.at - b.end.at)) {
    row.announced = true;
    queueEvent<EvaluationEvent>(workspace, {
      event: `evaluation.${end.status}`,
      at: end.at,
      data: dataOf(row, end),
    });
    hooks.crossThresholds(workspace, row, end.at);
    if (end.status === "completed") hooks.routeSamples(state, workspace, { row, completedAt: end.at });
  }
}

const dataOf = (row: EvaluationRow, { status, processed, results, error }: EvaluationEnd) => ({
  evaluation: row.id,
  name: row.name,
  project: row.project,
  dataset: row.dataset,
  model: row.model,
  status,
  progress: progressOf(row, processed),
  aggregate_score: results?.aggregate_score ?? null,
  error,
});
