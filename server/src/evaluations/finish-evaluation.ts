import { keyEvaluators } from "@assay/contract";
import {
  aggregateEvaluation,
  coverageOf,
  type EvaluationResults,
  evaluationVerdict,
} from "@assay/contract/domain";
import type { Tx } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { routeSamples } from "../review-tasks/route-samples.ts";
import { endEvaluation } from "./end-evaluation.ts";
import {
  type RolledEvaluator,
  type RolledSamples,
  rollEvaluators,
  rollSamples,
  type ScoreFigures,
  skipReasons,
} from "./evaluation-figures.ts";
import { type EvaluationRow, moveEvaluation } from "./evaluation-queries.ts";

/**
 * Ends an evaluation all of whose samples are processed: with its results and their rollup when it has completed, with
 * the reason when it has failed. What it sends to people becomes tasks at once. In the transaction of the last samples, while that holds the evaluation's row.
 */
export async function finishEvaluation(tx: Tx, deps: Deps, evaluation: EvaluationRow): Promise<void> {
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  // Summing up millions of rows may take longer than a request's statement may.
  await tx.raw("set local statement_timeout = 0");
  const samples = await rollSamples(tx, key);
  const { sampleCount } = samples.figures;
  const verdict = evaluationVerdict({
    errored: evaluation.failed,
    scored: sampleCount,
    total: evaluation.total,
    failOnError: evaluation.fail_on_error,
    ...(sampleCount === 0 && { skipReasons: await skipReasons(tx, key) }),
  });
  if (verdict.status === "failed") {
    await endEvaluation(tx, deps, key, { status: "failed", error: verdict.error });
    return;
  }
  const completedAt = deps.now();
  const results = await rollUp(tx, { evaluation, effectiveAt: evaluation.as_of ?? completedAt }, samples);
  const ended = await endEvaluation(tx, deps, key, {
    status: "completed",
    results,
    completed_at: completedAt,
  });
  if (ended) await routeSamples(tx, deps, ended);
}

/**
 * Computes the results of a completed evaluation and their rollup anew from the scores that count, after a reviewer has
 * overridden some. In the transaction of the override, while that holds the evaluation's row.
 */
export async function rollUpAgain(tx: Tx, evaluation: EvaluationRow): Promise<void> {
  const { as_of: asOf, completed_at: completedAt } = evaluation;
  if (!completedAt)
    throw new Error(`Evaluation ${evaluation.id} has not completed; it is ${evaluation.status}.`);
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  await tx.raw("set local statement_timeout = 0");
  const samples = await rollSamples(tx, key);
  const results = await rollUp(tx, { evaluation, effectiveAt: asOf ?? completedAt }, samples);
  await moveEvaluation(tx, key, { from: ["completed"], status: "completed", results });
}

/** Sums up the evaluators and stores the rollup. @returns the evaluation's results. */
async function rollUp(
  tx: Tx,
  { evaluation, effectiveAt }: Pick<Rollup, "evaluation" | "effectiveAt">,
  samples: RolledSamples,
): Promise<EvaluationResults> {
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  const evaluators = await rollEvaluators(tx, key, keyEvaluators(evaluation.evaluators, evaluation.resolved));
  const results = aggregateEvaluation(
    evaluators.map(({ figures }) => figures),
    samples.figures,
  );
  await storeRollup(tx, { evaluation, effectiveAt, results }, { evaluators, samples });
  return results;
}

interface Rollup {
  evaluation: EvaluationRow;
  /** The date that metrics and trends use. */
  effectiveAt: Date;
  results: EvaluationResults;
}

/** One row per evaluator, and one without a key for the combined score: all that metrics and trends read. */
async function storeRollup(
  tx: Tx,
  { evaluation, effectiveAt, results }: Rollup,
  { evaluators, samples }: { evaluators: readonly RolledEvaluator[]; samples: RolledSamples },
): Promise<void> {
  const row = (evaluator: string, scores: ScoreFigures, counts: Counts) => ({
    workspace_id: evaluation.workspace_id,
    evaluation_id: evaluation.id,
    evaluator,
    project_id: evaluation.project_id,
    dataset_id: evaluation.dataset_id,
    ...scores,
    ...counts,
    distribution: JSON.stringify(counts.distribution),
    effective_at: effectiveAt,
  });
  const { figures } = samples;
  const rows = [
    row("", samples.scores, {
      ...coverageOf(figures.statuses),
      passed: figures.passed,
      flagged: figures.flagged,
      distribution: {},
    }),
    ...evaluators.map(({ figures: { key, statuses }, scores, passed, flagged }) =>
      row(key, scores, {
        ...coverageOf(statuses),
        passed,
        flagged,
        distribution: results.distributions[key] ?? {},
      }),
    ),
  ];
  await tx("evaluation_scores")
    .insert(rows)
    .onConflict(["workspace_id", "evaluation_id", "evaluator"])
    .merge();
}

interface Counts {
  scored: number;
  errored: number;
  skipped: number;
  total: number;
  passed: number;
  flagged: number;
  distribution: Record<string, number>;
}
