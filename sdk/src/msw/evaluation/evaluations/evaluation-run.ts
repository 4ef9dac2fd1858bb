import {
  countProcessed,
  resultsOf,
  verdictOf,
} from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { notStarted } from "@assay/contract/evaluation/evaluations/evaluation-creation-rules";
import type {
  EvaluationProgress,
  EvaluationRecord,
} from "@assay/contract/evaluation/evaluations/evaluation-record";
import type { EvaluationEnd, EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationState } from "../evaluation-tables.ts";

type Clocked = Pick<EvaluationState, "clock" | "evaluationMs">;

/** An evaluation's current view, and the number of samples it has processed. */
export type EvaluationView = EvaluationProgress & { processed: number };

/** Returns the current view: pending for a quarter of its time, then running sample by sample, then ended. */
export function evaluationNow(row: EvaluationRow, state: Clocked): EvaluationView {
  const { processed, ...progress } = progressNow(row, state);
  return { ...notStarted, ...progress, processed, ...countProcessed(row.evaluated.slice(0, processed)) };
}

/** Returns an evaluation's current record. */
export const evaluationRecord = (row: EvaluationRow, state: Clocked): EvaluationRow & EvaluationRecord => ({
  ...row,
  ...evaluationNow(row, state),
});

function progressNow(
  row: EvaluationRow,
  { clock, evaluationMs }: Clocked,
): Partial<EvaluationProgress> & { processed: number } {
  const startWork = row.createdWork + evaluationMs / 4;
  const endWork = row.createdWork + evaluationMs;
  const work = clock.workNow();
  if (!row.end && !row.calling && row.shown === null && work >= endWork) {
    row.end = endOf(row, {
      startedAt: wall(clock.whenWorked(startWork)),
      at: wall(clock.whenWorked(endWork)),
    });
  }
  if (row.end) {
    const { at, given: _given, ...end } = row.end;
    const completedAt = end.status === "completed" ? at : null;
    return { ...end, completedAt, cancelledAt: end.status === "cancelled" ? at : null };
  }
  if (row.shown === null && work < startWork) return { processed: 0 };
  const share = row.calling ? 0 : (work - startWork) / (endWork - startWork);
  const processed = row.shown ?? Math.floor(row.evaluated.length * share);
  const startedAt = Math.min(wall(clock.whenWorked(startWork)), clock.now());
  return { status: "running", startedAt, processed };
}

const wall = (at: number): number => Math.round(at);

/** Returns the time at which a sample was evaluated. */
export function evaluatedAt(row: EvaluationRow, index: number, { clock, evaluationMs }: Clocked): number {
  const share = 1 / 4 + (3 / 4) * ((index + 1) / row.evaluated.length);
  return Math.min(wall(clock.whenWorked(row.createdWork + share * evaluationMs)), row.end?.at ?? Infinity);
}

/** Returns how an evaluation ends after its last sample. */
export function endOf(row: EvaluationRow, times: Pick<EvaluationEnd, "startedAt" | "at">): EvaluationEnd {
  const verdict = verdictOf(row, row.noOutputs);
  const results = verdict.status === "completed" ? resultsOf(row) : null;
  return { ...times, ...verdict, processed: row.evaluated.length, results };
}
