import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import {
  type CombinedFigures,
  type EvaluatorFigures,
  invalidLevels,
  type ItemPool,
  missingOutputReason,
  outOfProtocol,
  pooledFiguresOf,
  type StatusCounts,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluation-queries.ts";
import { countInvalidLevels, type InvalidValueRow } from "./invalid-level-queries.ts";
import { poolItems } from "./pooled-item-queries.ts";
import { clusterOfFirst, countRunOutcomes, type RunCount } from "./run-outcome-queries.ts";
import { noScores, type ScoreFigures, scoreFigures } from "./score-figures.ts";

/** One evaluator's statistics, and the other columns of the evaluator's rollup row. */
export interface RolledEvaluator {
  figures: EvaluatorFigures;
  scores: ScoreFigures;
  passed: number;
  flagged: number;
}

/** The statistics of the combined scores, and the other columns of the rollup row for these scores. */
export interface RolledSamples {
  figures: CombinedFigures;
  scores: ScoreFigures;
  /** Number of samples that have no output in any run. */
  withoutOutput: number;
}

const ofEvaluation = "workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid";

const scoresByEvaluator = scoreFigures(
  `select position, coalesce(effective_score, score) as score from results
   where ${ofEvaluation} and score is not null`,
);

/**
 * Selects statistics of the combined scores: the weighted scores at position 0, and the scores with equal
 * weights at position 1.
 */
const scoresOfSamples = scoreFigures(`
  select position, score from sample_scores
  cross join lateral (values (0, effective), (1, effective_unweighted)) as means (position, score)
  where ${ofEvaluation} and score is not null`);

const statusColumns = `count(*)::int as count, count(*) filter (where coalesce(effective_passed, passed))::int as passed,
    count(*) filter (where flagged)::int as flagged,
    count(*) filter (where status = 'skipped' and reason = '${outOfProtocol}')::int as not_applicable`;

/** Counts the statuses of each evaluator's results. */
const statusesByEvaluator = `
  select position, status, ${statusColumns} from results where ${ofEvaluation} group by 1, 2`;

/**
 * Counts the outcomes of each evaluator. Evaluators with a summary also need clusters, which are read from
 * the evaluated version of each sample. A cluster with only one sample in the evaluation is omitted, because
 * such a sample is treated as if it had no cluster.
 */
const outcomesByEvaluator = `
  with clustered as (
    select first.sample_id, described.cluster_id, count(*) over (partition by described.cluster_id) as size
    from results first
    ${clusterOfFirst}
    where ${ofEvaluation} and position = 0
  )
  select position, status, classification, tally,
    case when tally is not null and size > 1 then cluster_id end as cluster, ${statusColumns}
  from clustered
  cross join lateral (
    select position, status, classification, case when position = any(:levels::smallint[]) then tally end as tally,
      passed, effective_passed, flagged, reason
    from results where ${ofEvaluation} and sample_id = clustered.sample_id offset 0
  ) placed
  group by 1, 2, 3, 4, 5`;

const outcomesOfSamples = `
  select status, count(*)::int as count, count(*) filter (where effective_passed)::int as passed,
    count(*) filter (where flagged)::int as flagged,
    count(*) filter (where missing_output)::int as missing_output,
    count(*) filter (where missing_output and coalesce(missing_runs = cardinality(run_scores), true))::int
      as without_output,
    count(*) filter (where not_applicable)::int as not_applicable
  from sample_scores where ${ofEvaluation} group by status`;

/**
 * Marks the samples without an output among those that an earlier release stored. It skipped such samples with
 * every evaluator.
 */
const markMissingOutputs = `
  update sample_scores s set missing_output = true from results r
  where s.workspace_id = :workspaceId::uuid and s.evaluation_id = :evaluationId::uuid and s.status = 'skipped' and not s.missing_output
    and r.workspace_id = s.workspace_id and r.evaluation_id = s.evaluation_id and r.sample_id = s.sample_id
    and r.position = 0 and r.status = 'skipped' and r.reason = '${missingOutputReason}'`;

type PositionedScores = ScoreFigures & { position: number; n: number };

function scoresOf(row: PositionedScores | undefined): ScoreFigures {
  if (!row) return noScores;
  const { position: _position, n: _n, ...scores } = row;
  return scores;
}

/** The number of results of one evaluator with the same status. */
interface StatusCount extends Pick<RunCount, "position" | "status" | "count"> {
  passed: number;
  flagged: number;
  not_applicable: number;
}

const select = async <Row>(
  tx: Knex,
  statement: string,
  { workspaceId, evaluationId }: EvaluationKey,
  levels: readonly number[] = [],
): Promise<Row[]> => {
  const bindings: Record<string, string | number[]> = { workspaceId, evaluationId, levels: [...levels] };
  const { rows } = await tx.raw<{ rows: Row[] }>(statement, bindings);
  return rows;
};

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

function statusesOf(
  rows: readonly Pick<StatusCount, "status" | "count" | "not_applicable">[],
  missingOutput: number,
): StatusCounts {
  const count = (status: RunCount["status"]) => sumOf(rows, (row) => (row.status === status ? row.count : 0));
  return {
    scored: count("scored"),
    errored: count("errored"),
    skipped: count("skipped"),
    missing_output: missingOutput,
    not_applicable: sumOf(rows, (row) => row.not_applicable),
  };
}

/**
 * Computes the statistics of each evaluator from its stored results, in the evaluation's order. Means and
 * pass counts use the effective scores. Classifications, flags and the evaluator's summary use the automated
 * scores. With several runs, classifications and the summary count the results of each run.
 *
 * @param missingOutput number of samples without an output, which is the same for every evaluator.
 */
export async function rollEvaluators(
  tx: Knex,
  key: EvaluationKey,
  {
    evaluators,
    runs,
    missingOutput,
  }: { evaluators: readonly KeyedEvaluator[]; runs: number; missingOutput: number },
): Promise<RolledEvaluator[]> {
  const scores = await select<PositionedScores>(tx, scoresByEvaluator, key);
  const withLevels = evaluators.flatMap(({ bound }, position) => (bound.summarize ? [position] : []));
  const withItems = evaluators.flatMap(({ bound }, position) => (bound.pooled ? [position] : []));
  const ofOneRun =
    runs === 1 ? await select<StatusCount & RunCount>(tx, outcomesByEvaluator, key, withLevels) : undefined;
  const statuses = ofOneRun ?? (await select<StatusCount>(tx, statusesByEvaluator, key));
  const outcomes = ofOneRun ?? (await countRunOutcomes(tx, key, withLevels));
  const pools = await poolItems(tx, key, { positions: withItems, runs });
  const invalidRows = await countInvalidLevels(tx, key, { positions: withLevels, runs });
  return evaluators.map((evaluator, position) => {
    const own = statuses.filter((row) => row.position === position);
    const figures = scoresOf(scores.find((row) => row.position === position));
    const invalid = invalidRows.filter((row) => row.position === position);
    return {
      figures: {
        ...runFigures(evaluator, { outcomes: outcomes.filter((row) => row.position === position), invalid }),
        pooled: pooledOf(evaluator, pools.get(position)),
        mean: figures.mean,
        statuses: statusesOf(own, missingOutput),
      },
      scores: figures,
      passed: sumOf(own, ({ passed }) => passed),
      flagged: sumOf(own, ({ flagged }) => flagged),
    };
  });
}

const pooledOf = ({ bound: { pooled } }: KeyedEvaluator, pool: ItemPool | null | undefined) =>
  pooled && pool ? pooledFiguresOf(pooled, pool) : null;

function invalidLevelsOf(rows: readonly InvalidValueRow[]) {
  const totalOf = (isExpected: boolean) =>
    rows.find(({ expected }) => (expected === null) === isExpected)?.total ?? 0;
  const counts = rows.map(({ value, expected, count }) => ({ value, expected, count }));
  return invalidLevels(counts, { answers: totalOf(false), expected: totalOf(true) });
}

/** Computes the figures that count the results of each run. */
function runFigures(
  { key, bound }: KeyedEvaluator,
  { outcomes, invalid }: { outcomes: readonly RunCount[]; invalid: readonly InvalidValueRow[] },
): Omit<EvaluatorFigures, "mean" | "statuses"> {
  const tallies = outcomes.flatMap(({ tally, cluster, count }) =>
    tally === null ? [] : [{ tally, cluster, count }],
  );
  return {
    key,
    classifications: bound.classifications,
    counts: outcomes.filter(({ status }) => status === "scored"),
    triage: bound.summarize ? { ...bound.summarize(tallies), ...invalidLevelsOf(invalid) } : null,
  };
}

type SampleCount = Omit<StatusCount, "position"> & { missing_output: number; without_output: number };

/**
 * Computes the statistics over samples from their stored combined scores. Where a reviewer has overridden a
 * score, the effective score is used.
 */
export async function rollSamples(tx: Knex, key: EvaluationKey): Promise<RolledSamples> {
  await select(tx, markMissingOutputs, key);
  const scores = await select<PositionedScores>(tx, scoresOfSamples, key);
  const outcomes = await select<SampleCount>(tx, outcomesOfSamples, key);
  const weighted = scores.find(({ position }) => position === 0);
  const equal = scores.find(({ position }) => position === 1);
  return {
    figures: {
      sampleCount: weighted?.n ?? 0,
      weightedMean: weighted?.mean ?? null,
      equalMean: equal?.mean ?? null,
      passed: sumOf(outcomes, ({ passed }) => passed),
      flagged: sumOf(outcomes, ({ flagged }) => flagged),
      statuses: statusesOf(
        outcomes,
        sumOf(outcomes, (row) => row.missing_output),
      ),
    },
    scores: scoresOf(weighted),
    withoutOutput: sumOf(outcomes, (row) => row.without_output),
  };
}
