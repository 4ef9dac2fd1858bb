import { safetyOutcomes } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { ScoredSample } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";

/** Number of samples that one statement reads. This takes about 30 ms with any query plan. */
const pageSize = 5000;

const first = "00000000-0000-0000-0000-000000000000";

/**
 * Selects a page of an evaluation's samples with their scores, by sample id. Each row is looked up by primary
 * key. A plain join took over a minute instead of seconds for 100,000 samples: a newly filled table has no
 * statistics, so Postgres executed the join as a nested loop.
 */
const page = `
  with page as materialized (
    select sample_id, automated, automated_passed, effective from sample_scores
    where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id > :after::uuid
    order by sample_id limit ${pageSize}
  )
  select page.sample_id as "sampleId", page.automated, page.effective, page.automated_passed as passed, r.scores,
    r.passes, r.tallies, s.external_id as "externalId", encode(s.case_hash, 'base64') as "caseHash",
    s.cluster_id as cluster
  from page
  cross join lateral (
    select array_agg(score order by position) as scores, array_agg(passed order by position) as passes,
      array_agg(case when position = any(:tallied::smallint[]) then tally end order by position) as tallies,
      max(sample_version) as version
    from results
    where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id = page.sample_id
  ) r
  cross join lateral (
    select external_id, case_hash, cluster_id from samples
    where workspace_id = :workspaceId::uuid and id = page.sample_id and valid_from = r.version limit 1
  ) s
  order by page.sample_id`;

interface SampleRow extends Omit<ScoredSample, "safety"> {
  /** The tallies of evaluators with safety checks, by evaluator index; null for other evaluators. */
  tallies: (string | null)[];
}

/** Returns the distinct tallies of the runs of samples, by sample and evaluator index. */
async function talliesOfRuns(
  db: Knex,
  { workspaceId, id }: { workspaceId: string; id: string },
  { tallied, rows: samples }: { tallied: number[]; rows: readonly SampleRow[] },
): Promise<ReadonlyMap<string, string[][]>> {
  const { rows } = await db.raw<{ rows: { sample_id: string; position: number; tallies: string[] }[] }>(
    `select sample_id, position, array_agg(distinct tally) as tallies from run_results
     where workspace_id = ?::uuid and evaluation_id = ?::uuid and sample_id = any(?::uuid[])
       and position = any(?::smallint[]) and tally is not null
     group by 1, 2`,
    [workspaceId, id, samples.map(({ sampleId }) => sampleId), tallied],
  );
  const bySample = new Map<string, string[][]>(samples.map(({ sampleId }) => [sampleId, []]));
  for (const { sample_id: sample, position, tallies } of rows) {
    const own = bySample.get(sample);
    if (own) own[position] = tallies;
  }
  return bySample;
}

/**
 * Yields every sample of an evaluation with its scores, in dataset order.
 *
 * @param checked the evaluators whose safety checks are compared, in the evaluation's order; empty for none.
 */
export async function* readScoredSamples(
  db: Knex,
  { workspace_id: workspaceId, id, runs }: EvaluationRow,
  checked: readonly KeyedEvaluator[],
): AsyncGenerator<ScoredSample> {
  const tallied = checked.flatMap(({ bound }, position) => (bound.safety ? [position] : []));
  for (let after: string | undefined = first; after !== undefined;) {
    const bindings: Record<string, string | number[]> = { workspaceId, id, after, tallied };
    const { rows } = await db.raw<{ rows: SampleRow[] }>(page, bindings);
    const ofRuns =
      runs > 1 && tallied.length > 0
        ? await talliesOfRuns(db, { workspaceId, id }, { tallied, rows })
        : undefined;
    for (const { tallies, ...sample } of rows) {
      const all = ofRuns?.get(sample.sampleId) ?? tallies.map((tally) => [tally]);
      yield { ...sample, safety: safetyOutcomes(checked, all) };
    }
    after = rows.length < pageSize ? undefined : rows.at(-1)?.sampleId;
  }
}
