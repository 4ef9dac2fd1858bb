import { totalsOfRuns } from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import type { RunTotals } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluation-queries.ts";

/** Number of samples that one statement reads. */
const pageSize = 5000;

const first = "00000000-0000-0000-0000-000000000000";

const page = `
  with page as materialized (
    select sample_id, run_scores, run_passed from sample_scores
    where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid and sample_id > :after::uuid
    order by sample_id limit ${pageSize}
  )
  select page.*, s.cluster_id
  from page
  cross join lateral (
    select sample_version from results
    where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid
      and sample_id = page.sample_id and position = 0
  ) r
  cross join lateral (
    select cluster_id from samples
    where workspace_id = :workspaceId::uuid and id = page.sample_id and valid_from = r.sample_version limit 1
  ) s
  order by page.sample_id`;

interface RunRow {
  sample_id: string;
  run_scores: (number | null)[];
  run_passed: (boolean | null)[];
  cluster_id: string | null;
}

/** Sums the automated scores of the runs of each sample with a score, in dataset order. */
export async function readRunTotals(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
): Promise<RunTotals[]> {
  const totals: RunTotals[] = [];
  for (let after: string | undefined = first; after !== undefined;) {
    const bindings: Record<string, string> = { workspaceId, evaluationId, after };
    const { rows } = await tx.raw<{ rows: RunRow[] }>(page, bindings);
    for (const { run_scores: scores, run_passed: passed, cluster_id: cluster } of rows) {
      const runs = scores.map((score, run) => ({ score, passed: passed[run] ?? null }));
      totals.push(...totalsOfRuns(runs, cluster));
    }
    after = rows.length < pageSize ? undefined : rows.at(-1)?.sample_id;
  }
  return totals;
}
