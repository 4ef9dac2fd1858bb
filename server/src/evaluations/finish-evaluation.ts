import { keyEvaluators } from "@assay/contract";
import {
  aggregateEvaluation,
  coverageOf,
  type EvaluationResults,
  evaluationVerdict,
} from "@assay/contract/domain";
import type { Tx } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { crossThresholds } from "../webhooks/cross-thresholds.ts";
import { lockCompletions } from "../webhooks/threshold-queries.ts";
import { endEvaluation } from "./end-evaluation.ts";
import {
  type RolledEvaluator,
  type RolledSamples,
  rollEvaluators,
  rollSamples,
  type ScoreFigures,
  skipReasons,
} from "./evaluation-figures.ts";
import type { EvaluationRow } from "./evaluation-queries.ts";

/**
 * Ends an evaluation all of whose samples are processed: with its results and their rollup when it has completed, with
 * the reason when it has failed. In the transaction of the last samples, while that holds the evaluation's row.
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
  const evaluators = await rollEvaluators(tx, key, keyEvaluators(evaluation.evaluators, evaluation.resolved));
  const results = aggregateEvaluation(
    evaluators.map(({ figures }) => figures),
    samples.figures,
  );
  // From here on one at a time in a project: the order of completion is the order in which thresholds see the scores.
  await lockCompletions(tx, { workspaceId: key.workspaceId, projectId: evaluation.project_id });
  const completedAt = deps.now();
  await storeRollup(
    tx,
    { evaluation, effectiveAt: evaluation.as_of ?? completedAt, results },
    { evaluators, samples },
  );
  await endEvaluation(tx, deps, key, { status: "completed", results, completed_at: completedAt });
  const scores = evaluators.map(({ figures, scores: { mean } }) => ({ evaluator: figures.key, mean }));
  await crossThresholds(tx, deps, { evaluation, scores, cause: "completion" });
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
  await tx("evaluation_scores").insert([
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
  ]);
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
