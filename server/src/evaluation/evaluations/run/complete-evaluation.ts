import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import {
  evaluationEnded,
  type FinalStatus,
} from "@assay/contract/evaluation/evaluations/evaluation-end-rules";
import type { EvaluationStatus } from "@assay/contract/domain";
import { statesBefore } from "@assay/contract/domain";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { insertEvent } from "../../../platform/outbox/outbox-queries.ts";
import {
  type EvaluationKey,
  evaluationRecord,
  type EvaluationRow,
  moveEvaluation,
} from "../evaluation-queries.ts";

/** The notification channel on which waiting requests receive the ids of evaluations that have ended. */
export const completedChannel = "assay_evaluation_ended";

/** The final status of an evaluation, and the columns that are stored with it. */
export type EvaluationEnd = {
  status: FinalStatus;
} & Partial<
  Pick<EvaluationRow, "results" | "error" | "error_reasons" | "completed_at" | "cancelled_at" | "started_at">
>;

/**
 * Ends an evaluation in one transaction: updates its state, emits its event and notifies waiting requests.
 *
 * @param from the states from which the evaluation may end (default: all that the transition table allows).
 * @returns the evaluation; undefined if it had already ended.
 */
export async function completeEvaluation(
  tx: Tx,
  deps: PlatformDeps,
  key: EvaluationKey,
  { from, ...end }: EvaluationEnd & { from?: readonly EvaluationStatus[] },
): Promise<EvaluationRow | undefined> {
  const row = await moveEvaluation(tx, key, { from: from ?? statesBefore(end.status), ...end });
  if (!row) return undefined;
  const event = evaluationEnded({ ...evaluationRecord(row), status: end.status }, deps.now().getTime());
  await insertEvent<EvaluationEvent>(tx, { workspaceId: row.workspace_id, id: deps.newId() }, event);
  await deps.database.notify(tx, completedChannel, row.id);
  return row;
}
