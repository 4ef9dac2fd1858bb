import { countProcessed, storedOutcome } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { sampleMarks } from "@assay/contract/domain";
import { insertRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import { boundedDetails } from "./bounded-details.ts";
import type { EvaluatedSample } from "./evaluation-chunk.ts";
import type { EvaluationDeps } from "../evaluation-deps.ts";
import { addProgress, type EvaluationKey } from "../evaluation-queries.ts";
import { finishEvaluation } from "./store-evaluation-results.ts";

/** Thrown if the evaluation was cancelled while the chunk was being evaluated. */
class EvaluationEnded extends Error {
  override readonly name = "EvaluationEnded";
}

/**
 * Stores an evaluated chunk in the caller's transaction: results, combined scores and progress. If these are
 * the last samples, also finishes the evaluation.
 *
 * @throws {EvaluationEnded} if the evaluation is no longer running. In that case, the transaction must not
 * commit.
 */
export async function storeChunk(
  tx: Tx,
  deps: EvaluationDeps,
  key: EvaluationKey,
  evaluated: readonly EvaluatedSample[],
): Promise<void> {
  const createdAt = deps.now().toISOString();
  await insertRows(tx, deps.database, {
    table: "results",
    columns: resultColumns,
    rows: evaluated.flatMap((sample) => resultRows(key, sample, createdAt)),
  });
  await insertRows(tx, deps.database, {
    table: "sample_scores",
    columns: scoreColumns,
    rows: evaluated.map((sample) => scoreRow(key, sample)),
  });
  const evaluation = await addProgress(tx, key, countProcessed(evaluated));
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

function resultRows(
  key: EvaluationKey,
  { sample, outcomes }: EvaluatedSample,
  createdAt: string,
): unknown[][] {
  return outcomes.map((outcome, position) => {
    const { status, score, passed, flagged, reason, classification } = storedOutcome(outcome);
    const rowKey = [key.workspaceId, key.evaluationId, sample.id, position];
    const stored = [status, score, passed, flagged, reason, classification, outcome.tally];
    const versions = [sample.sample_version, sample.output_version];
    return [...rowKey, ...stored, boundedDetails(outcome.details), ...versions, createdAt];
  });
}

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
  "missing_output",
  "not_applicable",
] as const;

/**
 * Returns the row with a sample's scores. Before any review, the effective scores equal the automated scores.
 */
function scoreRow(key: EvaluationKey, { sample, outcomes, score }: EvaluatedSample): unknown[] {
  const figures = [score.weighted, score.equal, score.passed];
  const { missingOutput, notApplicable } = sampleMarks(sample.output, outcomes);
  const rowKey = [key.workspaceId, key.evaluationId, sample.id];
  return [...rowKey, score.status, ...figures, ...figures, score.flagged, missingOutput, notApplicable];
}
