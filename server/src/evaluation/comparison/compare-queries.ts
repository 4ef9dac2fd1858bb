import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { Knex } from "knex";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { type SamplePiece, uuidAt } from "./thread/packed-samples.ts";

/** Number of samples that one statement reads. This takes about 30 ms with any query plan. */
const pageSize = 5000;

const first = "00000000-0000-0000-0000-000000000000";

/**
 * Selects a page of an evaluation's samples with their scores, by sample id, as one row of columns: building a
 * row for each sample in this process would delay other requests. Each sample is looked up by primary key. A
 * plain join took over a minute instead of seconds for 100,000 samples: a newly filled table has no statistics,
 * so Postgres executed the join as a nested loop.
 */
const page = `
  with page as materialized (
    select sample_id, automated, automated_passed, effective from sample_scores
    where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id > :after::uuid
    order by sample_id limit :limit::int
  ), found as (
    select page.*, r.scores, r.passes, r.tallies, s.external_id, s.case_hash, s.cluster_id
    from page
    cross join lateral (
      select string_agg(float8send(coalesce(score, 'NaN')), ''::bytea order by position) as scores,
        string_agg(${passedByte("passed")}, ''::bytea order by position) as passes,
        case when cardinality(:tallied::smallint[]) > 0 then
          json_agg(case when position = any(:tallied::smallint[]) then tally end order by position) end as tallies,
        max(sample_version) as version
      from results
      where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id = page.sample_id
    ) r
    cross join lateral (
      select external_id, case_hash, cluster_id from samples
      where workspace_id = :workspaceId::uuid and id = page.sample_id and valid_from = r.version limit 1
    ) s
    order by page.sample_id
  )
  select count(*)::int as count,
    string_agg(uuid_send(sample_id), ''::bytea) as ids,
    string_agg(case_hash, ''::bytea) as "caseHashes",
    string_agg(float8send(coalesce(automated, 'NaN')), ''::bytea) as automated,
    string_agg(float8send(coalesce(effective, 'NaN')), ''::bytea) as effective,
    string_agg(${passedByte("automated_passed")}, ''::bytea) as passed,
    string_agg(scores, ''::bytea) as scores,
    string_agg(passes, ''::bytea) as passes,
    case when :withNames::boolean then json_agg(external_id)::text end as "externalIds",
    case when count(cluster_id) > 0 then json_agg(cluster_id)::text end as clusters,
    case when cardinality(:tallied::smallint[]) > 0 then json_agg(tallies)::text end as tallies
  from found`;

/** Returns SQL that converts a boolean to a byte: 0, 1, or 2 for null. */
function passedByte(column: string): string {
  return `case ${column} when true then '\\x01'::bytea when false then '\\x00'::bytea else '\\x02'::bytea end`;
}

/** Returns the distinct tallies of the runs of samples, by sample and evaluator index. */
async function talliesOfRuns(
  db: Knex,
  { workspaceId, id }: { workspaceId: string; id: string },
  { tallied, sampleIds }: { tallied: number[]; sampleIds: string[] },
): Promise<string> {
  const { rows } = await db.raw<{ rows: { sample_id: string; position: number; tallies: string[] }[] }>(
    `select sample_id, position, array_agg(distinct tally) as tallies from run_results
     where workspace_id = ?::uuid and evaluation_id = ?::uuid and sample_id = any(?::uuid[])
       and position = any(?::smallint[]) and tally is not null
     group by 1, 2`,
    [workspaceId, id, sampleIds, tallied],
  );
  const bySample = new Map<string, (string[] | null)[]>(sampleIds.map((sample) => [sample, []]));
  for (const { sample_id: sample, position, tallies } of rows) {
    const own = bySample.get(sample);
    if (own) own[position] = tallies;
  }
  return JSON.stringify([...bySample.values()].map((own) => Array.from(own, (tallies) => tallies ?? null)));
}

/** What is read of the samples besides their scores. */
export interface SampleParts {
  /** The evaluators whose safety checks are compared, in the evaluation's order; empty for none. */
  checked: readonly KeyedEvaluator[];
  /** Whether the external ids are read. */
  withNames: boolean;
}

/** Yields every sample of an evaluation with its scores, in dataset order. */
export async function* readScoredSamples(
  db: Knex,
  { workspace_id: workspaceId, id, runs }: EvaluationRow,
  { checked, withNames }: SampleParts,
): AsyncGenerator<SamplePiece> {
  const tallied = checked.flatMap(({ bound }, position) => (bound.safety ? [position] : []));
  for (let after: string | undefined = first; after !== undefined;) {
    const bindings: Record<string, string | number | boolean | number[]> = {
      workspaceId,
      id,
      after,
      tallied,
      withNames,
      limit: pageSize,
    };
    const { rows } = await db.raw<{ rows: SamplePiece[] }>(page, bindings);
    const [piece] = rows;
    if (!piece || piece.count === 0) return;
    const { count, ids } = piece;
    if (runs > 1 && tallied.length > 0) {
      const sampleIds = Array.from({ length: count }, (_, index) => uuidAt(ids, index));
      piece.tallies = await talliesOfRuns(db, { workspaceId, id }, { tallied, sampleIds });
    }
    after = count < pageSize ? undefined : uuidAt(ids, count - 1);
    yield piece;
  }
}
