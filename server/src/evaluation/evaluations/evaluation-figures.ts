import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { CombinedFigures, EvaluatorFigures, StatusCounts } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "./evaluation-queries.ts";

/** The statistics of a set of scores in the rollup. Members are null if there are not enough scores. */
export interface ScoreFigures {
  score_sum: number;
  mean: number | null;
  median: number | null;
  /** Sample standard deviation (divided by n − 1). */
  std_dev: number | null;
  minimum: number | null;
  maximum: number | null;
  /** Number of scores in each of ten buckets of width 10. A score of 100 is in the last bucket. */
  buckets: number[];
}

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
}

const noScores: ScoreFigures = {
  score_sum: 0,
  mean: null,
  median: null,
  std_dev: null,
  minimum: null,
  maximum: null,
  buckets: Array.from({ length: 10 }, () => 0),
};

const bucketCounts = noScores.buckets
  .map(
    (_, bucket) =>
      `coalesce(sum(counted.n) filter (where least(floor(floor(score) / 10), 9) = ${bucket}), 0)::int`,
  )
  .join(", ");

const ofEvaluation = "workspace_id = ?::uuid and evaluation_id = ?::uuid";

/**
 * Returns SQL that computes statistics of scores by position. Equal scores are counted first. The sum uses
 * the exact decimal value of each score, so the result is exact and does not depend on the order of the rows.
 * Postgres reports an error if a product or quotient underflows to 0, so negligible values are replaced with
 * 0 first.
 *
 * @param scored a query with the non-null columns `position` and `score`.
 */
const scoreFigures = (scored: string) => `
  with scored as (${scored}),
  counted as (select position, score, count(*) as n from scored group by position, score),
  summed as (
    select position, sum(n) as n, sum(score::text::numeric * n)::float8 as score_sum,
      min(score) as minimum, max(score) as maximum
    from counted group by position
  ),
  averaged as (
    select *, greatest(minimum, least(maximum,
      case when abs(score_sum) < 1e-290 then 0 else score_sum / n::float8 end)) as mean
    from summed
  ),
  spread as (
    select position, array[${bucketCounts}] as buckets,
      sqrt(sum(case when abs(score - mean) < 1e-140 then 0 else counted.n * (score - mean) * (score - mean) end)
        / nullif(max(averaged.n) - 1, 0)) as std_dev
    from counted join averaged using (position) group by position
  ),
  halved as (select position, percentile_cont(0.5) within group (order by score) as median from scored group by position)
  select position, n::int, score_sum, mean, median, std_dev, minimum, maximum, buckets
  from averaged join spread using (position) join halved using (position)`;

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

/**
 * Counts the outcomes of each evaluator. Evaluators with a summary also need clusters, which are read from
 * the evaluated version of each sample. A cluster with only one sample in the evaluation is omitted, because
 * such a sample is treated as if it had no cluster. Postgres stores the rows that are read twice, so they do
 * not include details and outputs.
 */
const outcomesByEvaluator = `
  with placed as (
    select workspace_id, sample_id, sample_version, position, status, classification, tally, passed,
      effective_passed, flagged
    from results where ${ofEvaluation}
  ),
  clustered as (
    select sample_id, cluster_id, count(*) over (partition by cluster_id) as size
    from placed join samples on samples.workspace_id = placed.workspace_id and samples.id = placed.sample_id
      and samples.valid_from = placed.sample_version
    where position = 0 and cluster_id is not null
  )
  select position, status, classification, tally, case when tally is not null then cluster_id end as cluster,
    count(*)::int as count, count(*) filter (where coalesce(effective_passed, passed))::int as passed,
    count(*) filter (where flagged)::int as flagged
  from placed left join clustered on clustered.sample_id = placed.sample_id and size > 1
  group by 1, 2, 3, 4, 5`;

const outcomesOfSamples = `
  select status, count(*)::int as count, count(*) filter (where effective_passed)::int as passed,
    count(*) filter (where flagged)::int as flagged
  from sample_scores where ${ofEvaluation} group by status`;

type PositionedScores = ScoreFigures & { position: number; n: number };

function scoresOf(row: PositionedScores | undefined): ScoreFigures {
  if (!row) return noScores;
  const { position: _position, n: _n, ...scores } = row;
  return scores;
}

interface OutcomeCount {
  position: number;
  status: keyof StatusCounts;
  classification: string | null;
  tally: string | null;
  cluster: string | null;
  count: number;
  passed: number;
  flagged: number;
}

const select = async <Row>(tx: Knex, statement: string, key: EvaluationKey): Promise<Row[]> => {
  const { rows } = await tx.raw<{ rows: Row[] }>(statement, [key.workspaceId, key.evaluationId]);
  return rows;
};

const sumOf = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

function statusesOf(rows: readonly { status: keyof StatusCounts; count: number }[]): StatusCounts {
  const count = (status: keyof StatusCounts) => sumOf(rows, (row) => (row.status === status ? row.count : 0));
  return { scored: count("scored"), errored: count("errored"), skipped: count("skipped") };
}

/**
 * Computes the statistics of each evaluator from its stored results, in the evaluation's order. Means and
 * pass counts use the effective scores. Classifications, flags and the evaluator's summary use the automated
 * scores.
 */
export async function rollEvaluators(
  tx: Knex,
  key: EvaluationKey,
  evaluators: readonly KeyedEvaluator[],
): Promise<RolledEvaluator[]> {
  const scores = await select<PositionedScores>(tx, scoresByEvaluator, key);
  const outcomes = await select<OutcomeCount>(tx, outcomesByEvaluator, key);
  return evaluators.map((evaluator, position) => {
    const own = outcomes.filter((row) => row.position === position);
    const figures = scoresOf(scores.find((row) => row.position === position));
    return {
      figures: figuresOf(evaluator, own, figures.mean),
      scores: figures,
      passed: sumOf(own, ({ passed }) => passed),
      flagged: sumOf(own, ({ flagged }) => flagged),
    };
  });
}

function figuresOf(
  { key, bound }: KeyedEvaluator,
  outcomes: readonly OutcomeCount[],
  mean: number | null,
): EvaluatorFigures {
  const tallies = outcomes.flatMap(({ tally, cluster, count }) =>
    tally === null ? [] : [{ tally, cluster, count }],
  );
  return {
    key,
    classifications: bound.classifications,
    counts: outcomes.filter(({ status }) => status === "scored"),
    mean,
    statuses: statusesOf(outcomes),
    triage: bound.summarize?.(tallies) ?? null,
  };
}

/**
 * Computes the statistics over samples from their stored combined scores. Where a reviewer has overridden a
 * score, the effective score is used.
 */
export async function rollSamples(tx: Knex, key: EvaluationKey): Promise<RolledSamples> {
  const scores = await select<PositionedScores>(tx, scoresOfSamples, key);
  const outcomes = await select<Omit<OutcomeCount, "position">>(tx, outcomesOfSamples, key);
  const weighted = scores.find(({ position }) => position === 0);
  const equal = scores.find(({ position }) => position === 1);
  return {
    figures: {
      sampleCount: weighted?.n ?? 0,
      weightedMean: weighted?.mean ?? null,
      equalMean: equal?.mean ?? null,
      passed: sumOf(outcomes, ({ passed }) => passed),
      flagged: sumOf(outcomes, ({ flagged }) => flagged),
      statuses: statusesOf(outcomes),
    },
    scores: scoresOf(weighted),
  };
}
