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
    select sample_id, automated, effective from sample_scores
    where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id > :after::uuid
    order by sample_id limit ${pageSize}
  )
  select page.sample_id as "sampleId", page.automated, page.effective, r.scores, s.external_id as "externalId",
    encode(s.case_hash, 'base64') as "caseHash", s.cluster_id as cluster
  from page
  cross join lateral (
    select array_agg(score order by position) as scores, max(sample_version) as version from results
    where workspace_id = :workspaceId::uuid and evaluation_id = :id::uuid and sample_id = page.sample_id
  ) r
  cross join lateral (
    select external_id, case_hash, cluster_id from samples
    where workspace_id = :workspaceId::uuid and id = page.sample_id and valid_from = r.version limit 1
  ) s
  order by page.sample_id`;

/** Yields every sample of an evaluation with its scores, in dataset order. */
export async function* readScoredSamples(
  tx: Knex,
  { workspace_id: workspaceId, id }: EvaluationRow,
): AsyncGenerator<ScoredSample> {
  for (let after: string | undefined = first; after !== undefined;) {
    const bindings: Record<string, string> = { workspaceId, id, after };
    const { rows } = await tx.raw<{ rows: ScoredSample[] }>(page, bindings);
    yield* rows;
    after = rows.length < pageSize ? undefined : rows.at(-1)?.sampleId;
  }
}
