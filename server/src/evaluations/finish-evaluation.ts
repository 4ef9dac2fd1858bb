import { keyEvaluators } from "@assay/contract";
import {
  aggregateEvaluation,
  coverageOf,
  type EvaluationResults,
  evaluationVerdict,
} from "@assay/contract/domain";
import type { Tx } from "../db/transaction.ts";
import type { Deps } from "../deps.ts";
import { testDropsLater } from "../scores/paired-tests-job.ts";
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
  const completedAt = deps.now();
  await storeRollup(
    tx,
    { evaluation, effectiveAt: evaluation.as_of ?? completedAt, completedAt, results },
    { evaluators, samples },
  );
  await testDropsLater(tx, deps, key);
  await endEvaluation(tx, deps, key, { status: "completed", results, completed_at: completedAt });
}

interface Rollup {
  evaluation: EvaluationRow;
  /** The date that metrics and trends use. */
  effectiveAt: Date;
  completedAt: Date;
  results: EvaluationResults;
}

/** One row per evaluator, and one without a key for the combined score: all that metrics and trends read. */
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
  await tx.raw(hashConditions, [evaluation.workspace_id, evaluation.id]);
}

/**
 * Gives each row a hash of what decides whether its figures can be held against another evaluation's: the evaluator's
 * settings; of the combined score every evaluator's key, weight and settings. jsonb has one text for equal values.
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

interface Counts {
  scored: number;
  errored: number;
  skipped: number;
  total: number;
  passed: number;
  flagged: number;
  distribution: Record<string, number>;
}
