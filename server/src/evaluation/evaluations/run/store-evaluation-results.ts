import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import {
  aggregateEvaluation,
  type Coverage,
  coverageOf,
  type EvaluationResults,
  evaluationVerdict,
  repeatsOf,
  type UnscoredReason,
  unscoredReasons,
} from "@assay/contract/domain";
import type { Tx } from "../../../platform/db/transaction.ts";
import { completeEvaluation } from "./complete-evaluation.ts";
import {
  type RolledEvaluator,
  type RolledSamples,
  rollEvaluators,
  rollSamples,
} from "../figures/evaluation-figures.ts";
import { readRunTotals } from "../figures/run-total-queries.ts";
import type { ScoreFigures } from "../figures/score-figures.ts";
import type { CompletedEvaluation, EvaluationDeps } from "../evaluation-deps.ts";
import { type EvaluationRow, moveEvaluation } from "../evaluation-queries.ts";
import { countUnscored } from "../unscored-reason-queries.ts";
import { findNoOutputs } from "./no-outputs-queries.ts";
import { lockCompletions } from "./lock-completions.ts";

/**
 * Ends an evaluation after its last sample: as completed with its results and rollup, or as failed with the
 * reason. The steps of other parts of the server run in the same transaction, which holds the lock on the
 * evaluation's row.
 */
export async function finishEvaluation(
  tx: Tx,
  deps: EvaluationDeps,
  evaluation: EvaluationRow,
): Promise<void> {
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  // Aggregating millions of rows may take longer than the statement timeout for requests.
  await tx.raw("set local statement_timeout = 0");
  const samples = await rollSamples(tx, key);
  const reasons = await countUnscored(tx, key, ranBy(evaluation));
  const verdict = evaluationVerdict({
    errored: evaluation.failed,
    scored: samples.figures.sampleCount,
    total: evaluation.total,
    failOnError: evaluation.fail_on_error,
    ...(samples.withoutOutput === evaluation.total && { noOutputs: await findNoOutputs(tx, evaluation) }),
    reasons,
  });
  if (verdict.status === "failed") {
    const { error, errorReasons } = verdict;
    await completeEvaluation(tx, deps, key, { status: "failed", error, error_reasons: errorReasons });
    return;
  }
  // From here on, completions in a project are serialized, so that thresholds are compared with the scores in
  // the order of completion.
  await lockCompletions(tx, { workspaceId: key.workspaceId, projectId: evaluation.project_id });
  const completedAt = deps.now();
  const { results, scores } = await rollUp(tx, { evaluation, completedAt }, { samples, reasons });
  const ended = await completeEvaluation(tx, deps, key, {
    status: "completed",
    results,
    completed_at: completedAt,
  });
  if (!ended) return;
  await deps.evaluationHooks.onEvaluationCompleted(tx, deps, { evaluation: ended, scores });
}

/**
 * Recomputes the results and the rollup of a completed evaluation from the effective scores, after an
 * override. Must run in the transaction of the override, which holds the lock on the evaluation's row and the
 * project's completion lock.
 */
export async function recomputeRollup(
  tx: Tx,
  evaluation: EvaluationRow,
): Promise<CompletedEvaluation["scores"]> {
  const { completed_at: completedAt } = evaluation;
  if (!completedAt)
    throw new Error(`Evaluation ${evaluation.id} has not completed; it is ${evaluation.status}.`);
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  await tx.raw("set local statement_timeout = 0");
  const samples = await rollSamples(tx, key);
  const reasons = await countUnscored(tx, key, ranBy(evaluation));
  const { results, scores } = await rollUp(tx, { evaluation, completedAt }, { samples, reasons });
  await moveEvaluation(tx, key, { from: ["completed"], status: "completed", results });
  return scores;
}

/** Returns the evaluators of an evaluation, and the number of runs that they scored. */
const ranBy = ({ evaluators, resolved, runs }: EvaluationRow) => ({
  evaluators: keyEvaluators(evaluators, resolved),
  runs,
});

/** The results of an evaluation, with the rows of its rollup. */
interface RolledUp {
  results: EvaluationResults;
  scores: CompletedEvaluation["scores"];
}

/** Computes the evaluators' results, and stores the rollup. */
async function rollUp(
  tx: Tx,
  { evaluation, completedAt }: Pick<Rollup, "evaluation" | "completedAt">,
  { samples, reasons }: { samples: RolledSamples; reasons: readonly UnscoredReason[] },
): Promise<RolledUp> {
  const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  const ran = ranBy(evaluation);
  const { missing_output: missingOutput } = samples.figures.statuses;
  const evaluators = await rollEvaluators(tx, key, { ...ran, missingOutput });
  const figures = evaluators.map((evaluator) => evaluator.figures);
  const results = {
    ...aggregateEvaluation(figures, samples.figures),
    unscored_reasons: unscoredReasons(reasons),
    ...(ran.runs > 1 && { repeats: repeatsOf(ran.runs, await readRunTotals(tx, key)) }),
  };
  const effectiveAt = evaluation.as_of ?? completedAt;
  await storeRollup(tx, { evaluation, effectiveAt, completedAt, results }, { evaluators, samples });
  const scores = evaluators.map(({ figures: { key: name }, scores: { mean } }) => ({
    evaluator: name,
    mean,
  }));
  return { results, scores };
}

interface Rollup {
  evaluation: EvaluationRow;
  /** The date under which metrics and trends include the evaluation. */
  effectiveAt: Date;
  completedAt: Date;
  results: EvaluationResults;
}

/**
 * Stores one row for each evaluator, and one row with an empty evaluator key for the combined score. Metrics
 * and trends are computed from these rows.
 */
async function storeRollup(
  tx: Tx,
  { evaluation, effectiveAt, completedAt, results }: Rollup,
  { evaluators, samples }: { evaluators: readonly RolledEvaluator[]; samples: RolledSamples },
): Promise<void> {
  const row = (evaluator: string, scores: ScoreFigures, counts: Counts) => ({
    workspace_id: evaluation.workspace_id,
    evaluation_id: evaluation.id,
    evaluator,
    project_id: evaluation.project_id,
    dataset_id: evaluation.dataset_id,
    model_id: evaluation.model_id,
    ...scores,
    ...counts,
    distribution: JSON.stringify(counts.distribution),
    effective_at: effectiveAt,
    completed_at: completedAt,
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
  await tx.raw(hashConditions, [evaluation.workspace_id, evaluation.id]);
}

/**
 * SQL that stores a hash in each row. Figures are comparable if their hashes are equal. The hash covers the
 * evaluator's settings or, in the row of the combined score, every evaluator's key, weight and settings.
 * Equal jsonb values have equal texts, and therefore equal hashes.
 */
const hashConditions = `
  with keyed as (
    select e.workspace_id, e.id, coalesce(sent ->> 'name', sent ->> 'type') as evaluator, sent -> 'weight' as weight,
      e.resolved::jsonb -> (place - 1)::int as settings, place
    from evaluations e cross join lateral jsonb_array_elements(e.evaluators::jsonb) with ordinality as listed (sent, place)
    where e.workspace_id = ?::uuid and e.id = ?::uuid
  ),
  hashed as (
    select workspace_id, id, evaluator, sha256(convert_to(settings::text, 'UTF8')) as conditions from keyed
    union all
    select workspace_id, id, '', sha256(convert_to(
      jsonb_agg(jsonb_build_array(evaluator, weight, settings) order by place)::text, 'UTF8'))
    from keyed group by workspace_id, id
  )
  update evaluation_scores s set conditions = hashed.conditions from hashed
  where s.workspace_id = hashed.workspace_id and s.evaluation_id = hashed.id and s.evaluator = hashed.evaluator`;

interface Counts extends Coverage {
  passed: number;
  flagged: number;
  distribution: Record<string, number>;
}
