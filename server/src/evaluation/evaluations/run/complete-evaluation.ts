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

/** Where the ends of evaluations are announced to those who wait for them, by id. */
export const completedChannel = "assay_evaluation_ended";

/** How an evaluation ends, and what is stored with it. */
export type EvaluationEnd = {
  status: FinalStatus;
} & Partial<Pick<EvaluationRow, "results" | "error" | "completed_at" | "cancelled_at" | "started_at">>;

/**
 * Ends an evaluation: its state, the event for others and the wake-up of those who wait, in one transaction.
 *
 * @param from the states it may end from; all that the transition table allows when left out.
 * @returns the evaluation; undefined when it had ended already.
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
