import { ItemPool } from "@assay/contract/domain";
import type { Knex } from "knex";
import type { EvaluationKey } from "../evaluation-queries.ts";

/** Number of results that one statement reads. */
const pageSize = 5000;

/**
 * Selects a page of results with their tallies and clusters, by sample, evaluator and run. Each row is looked up by
 * primary key, because a newly filled table has no statistics. With several runs, a sample without a cluster is a
 * cluster itself.
 */
const pageOf = (runs: number) => `
  with page as materialized (
    select sample_id, position, ${runs === 1 ? "1::smallint as run" : "run"}, tally, sample_version
    from ${runs === 1 ? "results" : "run_results"}
    where workspace_id = :workspaceId::uuid and evaluation_id = :evaluationId::uuid
      and ${
        runs === 1
          ? "(sample_id, position) > (:sample::uuid, :position::smallint)"
          : "(sample_id, position, run) > (:sample::uuid, :position::smallint, :run::smallint)"
      } and position = any(:positions::smallint[])
    order by sample_id, position${runs === 1 ? "" : ", run"} limit ${pageSize}
  )
  select page.sample_id as sample, position, run, tally, described.cluster_id as cluster
  from page
  cross join lateral (
    select ${runs === 1 ? "cluster_id" : "coalesce('cluster ' || cluster_id, page.sample_id::text) as cluster_id"}
    from samples
    where workspace_id = :workspaceId::uuid and id = page.sample_id and valid_from = page.sample_version limit 1
  ) described
  order by page.sample_id, position, run`;

interface PageRow {
  sample: string;
  position: number;
  run: number;
  tally: string | null;
  cluster: string | null;
}

/**
 * Pools the items of an evaluation's results, by evaluator index. Results are read in pages, so only the pools grow
 * with the evaluation: they have one entry per cluster, and one per item of a cluster. With several runs, each sample
 * is in a cluster. The results of an evaluator are read until the first result without items.
 *
 * @param pooled.positions the indexes of the evaluators with items.
 * @returns a pool for each evaluator, or null if an earlier version stored a result without its items.
 */
export async function poolItems(
  tx: Knex,
  { workspaceId, evaluationId }: EvaluationKey,
  { positions, runs }: { positions: readonly number[]; runs: number },
): Promise<ReadonlyMap<number, ItemPool | null>> {
  const pools = new Map<number, ItemPool | null>(positions.map((position) => [position, new ItemPool()]));
  let last: Pick<PageRow, "sample" | "position" | "run"> | undefined = {
    sample: "00000000-0000-0000-0000-000000000000",
    position: -1,
    run: 0,
  };
  for (let open = [...positions]; last && open.length > 0; open = open.filter((one) => pools.get(one))) {
    const bindings: Record<string, string | number | number[]> = {
      workspaceId,
      evaluationId,
      sample: last.sample,
      position: last.position,
      run: last.run,
      positions: open,
    };
    const { rows }: { rows: PageRow[] } = await tx.raw<{ rows: PageRow[] }>(pageOf(runs), bindings);
    for (const { position, tally, cluster } of rows) {
      if (tally === null) pools.set(position, null);
      else pools.get(position)?.add(tally, cluster);
    }
    last = rows.length < pageSize ? undefined : rows.at(-1);
  }
  return pools;
}
