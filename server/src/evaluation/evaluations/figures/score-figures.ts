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

/** The statistics if there are no scores. */
export const noScores: ScoreFigures = {
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

/**
 * Returns SQL that computes statistics of scores by position. Equal scores are counted first. The sum uses
 * the exact decimal value of each score, so the result is exact and does not depend on the order of the rows.
 * Postgres reports an error if a product or quotient underflows to 0, so negligible values are replaced with
 * 0 first.
 *
 * @param scored a query with the non-null columns `position` and `score`.
 */
export const scoreFigures = (scored: string) => `
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
