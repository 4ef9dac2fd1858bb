import { countProcessed } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { hasNoOutput, marksOf } from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import { storedOutcome } from "@assay/contract/evaluation/evaluations/outcomes/stored-outcome";
import type { Outcome } from "@assay/contract/domain";
import { insertRows } from "../../../platform/db/rows.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import { boundedDetails } from "./bounded-details.ts";
import type { EvaluatedSample } from "./evaluation-chunk.ts";
import type { EvaluationDeps } from "../evaluation-deps.ts";
import { addProgress, type EvaluationKey } from "../evaluation-queries.ts";
import type { SampleCaseRow } from "../evaluation-samples.ts";
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
    rows: evaluated.flatMap((sample) => outcomeRows(key, sample, createdAt)),
  });
  await insertRows(tx, deps.database, {
    table: "run_results",
    columns: runColumns,
    rows: evaluated.flatMap((sample) => runRows(key, sample, createdAt)),
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

const outcomeColumns = [
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

const resultColumns = [...outcomeColumns, "output_run"] as const;
const runColumns = [...outcomeColumns, "run"] as const;

/** Returns the values of {@link outcomeColumns}, for each evaluator. */
function outcomeRows(
  key: EvaluationKey,
  { sample, outcomes }: { sample: SampleCaseRow; outcomes: readonly Outcome[] },
  createdAt: string,
): unknown[][] {
  return outcomes.map((outcome, position) => {
    const { status, score, passed, flagged, reason, classification } = storedOutcome(outcome);
    const rowKey = [key.workspaceId, key.evaluationId, sample.id, position];
    const stored = [status, score, passed, flagged, reason, classification, outcome.tally];
    const versions = [sample.sample_version, sample.output_version];
    return [...rowKey, ...stored, boundedDetails(outcome.details), ...versions, createdAt, sample.run];
  });
}

/** Returns the results of each run; none if the sample has only one run. */
const runRows = (key: EvaluationKey, { runs = [] }: EvaluatedSample, createdAt: string): unknown[][] =>
  runs.flatMap((run) => outcomeRows(key, run, createdAt));

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
  "run_scores",
  "run_passed",
  "missing_runs",
] as const;

/**
 * Returns the row with a sample's scores. Before any review, the effective scores equal the automated scores.
 */
function scoreRow(key: EvaluationKey, evaluated: EvaluatedSample): unknown[] {
  const { sample, score } = evaluated;
  const figures = [score.weighted, score.equal, score.passed];
  const { missingOutput, notApplicable } = marksOf(evaluated);
  const rowKey = [key.workspaceId, key.evaluationId, sample.id];
  const marks = [score.flagged, missingOutput, notApplicable];
  return [...rowKey, score.status, ...figures, ...figures, ...marks, ...runFigures(evaluated)];
}

/** Returns the scores of the runs, whether they passed, and the number of runs without an output. */
function runFigures({ runs, runScores }: EvaluatedSample): unknown[] {
  if (!runs) return [null, null, null];
  const scores = runScores.map(({ score }) => score);
  return [scores, runScores.map(({ passed }) => passed), runs.filter(hasNoOutput).length];
}
