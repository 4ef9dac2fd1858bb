import type { Outcome } from "@assay/contract/domain";
import { insertRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import { boundedDetails } from "./bounded-details.ts";
import type { JudgedSample } from "./evaluation-chunk.ts";
import type { EvaluationDeps } from "../evaluation-deps.ts";
import { addProgress, type EvaluationKey } from "../evaluation-queries.ts";
import { finishEvaluation } from "./finish-evaluation.ts";

/** The evaluation ended while the chunk was judged: it was cancelled. */
class EvaluationEnded extends Error {
  override readonly name = "EvaluationEnded";
}

/**
 * Writes what was judged: results, combined scores and progress, and with the last samples the end of the evaluation;
 * all of it in the caller's transaction, all or nothing.
 *
 * @throws {EvaluationEnded} when the evaluation is no longer running; the transaction must not commit then.
 */
export async function recordChunk(
  tx: Tx,
  deps: EvaluationDeps,
  key: EvaluationKey,
  judged: readonly JudgedSample[],
): Promise<void> {
  const createdAt = deps.now().toISOString();
  await insertRows(tx, deps.database, {
    table: "results",
    columns: resultColumns,
    rows: judged.flatMap((sample) => resultRows(key, sample, createdAt)),
  });
  await insertRows(tx, deps.database, {
    table: "sample_scores",
    columns: scoreColumns,
    rows: judged.map((sample) => scoreRow(key, sample)),
  });
  const failed = judged.filter(({ outcomes }) => outcomes.some(({ status }) => status === "errored")).length;
  const evaluation = await addProgress(tx, key, { completed: judged.length - failed, failed });
  if (!evaluation) throw new EvaluationEnded(`Evaluation ${key.evaluationId} is not running any more.`);
  if (evaluation.completed + evaluation.failed >= evaluation.total)
    await finishEvaluation(tx, deps, evaluation);
}

const resultColumns = [
  "workspace_id",
  "evaluation_id",
  "sample_id",
  "position",
  "status",
  "score",
  "passed",
  "flagged",
  "reason",
  "classification",
  "tally",
  "details",
  "sample_version",
  "output_version",
  "created_at",
] as const;

function resultRows(key: EvaluationKey, { sample, outcomes }: JudgedSample, createdAt: string): unknown[][] {
  return outcomes.map((outcome, position) => [
    key.workspaceId,
    key.evaluationId,
    sample.id,
    position,
    ...verdictColumns(outcome),
    outcome.tally,
    boundedDetails(outcome.details),
    sample.sample_version,
    sample.output_version,
    createdAt,
  ]);
}

/** status, score, passed, flagged, reason, classification */
function verdictColumns(outcome: Outcome): unknown[] {
  if (outcome.status !== "scored") return [outcome.status, null, null, false, short(outcome.reason), null];
  const { status, score, passed, flagged, flag_reason: reason, classification } = outcome;
  return [status, score, passed, flagged, flagged ? short(reason ?? "flagged") : null, classification];
}

/** The contract bounds a reason to 1,000 characters. */
const short = (reason: string): string => (reason.length <= 1000 ? reason : `${reason.slice(0, 999)}…`);

const scoreColumns = [
  "workspace_id",
  "evaluation_id",
  "sample_id",
  "status",
  "automated",
  "automated_unweighted",
  "automated_passed",
  "effective",
  "effective_unweighted",
  "effective_passed",
  "flagged",
] as const;

/** No reviewer has spoken yet: what counts is what the evaluators gave. */
function scoreRow(key: EvaluationKey, { sample, score }: JudgedSample): unknown[] {
  const figures = [score.weighted, score.equal, score.passed];
  return [key.workspaceId, key.evaluationId, sample.id, score.status, ...figures, ...figures, score.flagged];
}
