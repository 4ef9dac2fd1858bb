import type { DatedScoreSum, PartOfDay, Period, RankCounts } from "@assay/contract/domain";
import type { Rollup } from "@assay/contract/evaluation/scores/score-wire";
import type { Knex } from "knex";
import type { RecordColumns } from "../../platform/db/record-columns.ts";
import type { EvaluationKey } from "../evaluations/evaluation-queries.ts";

const columns: RecordColumns<Rollup> = {
  evaluator: "evaluator",
  scored: "scored",
  errored: "errored",
  skipped: "skipped",
  total: "total",
  missingOutput: "missing_output",
  notApplicable: "not_applicable",
  passed: "passed",
  mean: "mean",
  median: "median",
  stdDev: "std_dev",
  min: "minimum",
  max: "maximum",
  buckets: "buckets",
};

/** Reads the figures of a completed evaluation, by evaluator key. */
export async function readRollup(
  db: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
): Promise<Map<string, Rollup>> {
  const rows: Rollup[] = await db("evaluation_scores")
    .where({ workspace_id: workspaceId, evaluation_id: evaluationId })
    .select(columns);
  return new Map(rows.map((row) => [row.evaluator, row]));
}

/** The database key of a project. */
export interface ProjectKey {
  workspaceId: string;
  projectId: string;
}

/** The scores that {@link sumScores} aggregates. */
interface ScoreSumScope {
  current: Period;
  previous: Period;
  parts: readonly PartOfDay[];
  evaluator: string | null;
}

// Sums use the exact decimal value of each score, so they do not depend on the order of the rows.
const sums = `
  select evaluator, case when effective_at >= :start then 'current' else 'previous' end as period,
    width_bucket(effective_at, :partStarts::timestamptz[]) as part, count(mean) as evaluations, sum(scored) as scored,
    sum(score_sum::text::numeric)::float8 as sum,
    coalesce(min(mean), 0) as lowest, coalesce(max(mean), 0) as highest
  from evaluation_scores
  where workspace_id = :workspaceId::uuid and project_id = :projectId::uuid
    and effective_at >= :previousStart and effective_at < :end
    and (:evaluator::text is null or evaluator = :evaluator::text)
  group by 1, 2, 3`;

/**
 * Aggregates a project's scores by evaluator and day. The caller divides the periods into days, so that the
 * database needs no data about time zones.
 *
 * @param current the requested period.
 * @param previous the period immediately before it.
 * @param parts the parts of days in both periods, earliest first.
 * @param evaluator the only evaluator to include; null to include all evaluators and, under the empty key,
 * the combined scores.
 */
export async function sumScores(
  db: Knex,
  { workspaceId, projectId }: ProjectKey,
  { current, previous, parts, evaluator }: ScoreSumScope,
): Promise<DatedScoreSum[]> {
  const bindings: Record<string, Knex.Value> = {
    workspaceId,
    projectId,
    previousStart: new Date(previous.start),
    start: new Date(current.start),
    end: new Date(current.end),
    partStarts: parts.map(({ start }) => new Date(start).toISOString()),
    evaluator,
  };
  const { rows } = await db.raw<{ rows: (Omit<DatedScoreSum, "day"> & { part: number })[] }>(sums, bindings);
  // `width_bucket` returns 1 for the first part.
  return rows.map(({ part, ...sum }) => ({ ...sum, day: parts[part - 1]?.day ?? "" }));
}

const ranks = `
  select count(*) filter (where mean < :mean::float8) as below, count(*) filter (where mean = :mean::float8) as ties,
    count(*) as n
  from evaluation_scores
  where workspace_id = :workspaceId::uuid and project_id = :projectId::uuid and evaluator = :evaluator
    and mean is not null and (completed_at, evaluation_id) < (:completedAt, :evaluationId::uuid)`;

/**
 * Counts the evaluations of a project that completed before a given evaluation: all of them, those with a
 * lower mean than the given evaluation, and those with an equal mean.
 */
export async function countRanks(
  db: Knex,
  { workspaceId, projectId }: ProjectKey,
  than: { evaluator: string; mean: number; completedAt: Date; evaluationId: string },
): Promise<RankCounts> {
  const bindings: Record<string, Knex.Value> = { workspaceId, projectId, ...than };
  const { rows } = await db.raw<{ rows: RankCounts[] }>(ranks, bindings);
  return rows[0] ?? { below: 0, ties: 0, n: 0 };
}
