import type { Knex } from "knex";

/**
 * Adds the number of clusters and the effective size to the shares in stored results. Both are set to the
 * share's denominator, because earlier versions treated all samples as independent. If samples of an
 * evaluation belong to clusters, a job recomputes its results.
 */
export const clusters = {
  name: "0014_clusters",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(
      "create index samples_in_clusters on samples (workspace_id, dataset_id) where cluster_id is not null",
    );
    // In the text of a JSON document, a quotation mark inside a name or value follows a backslash, so only members match.
    await knex.raw(`update evaluations set results = replace(
        regexp_replace(results::text, '"denominator":(\\d+),"rate":',
          '"denominator":\\1,"n_clusters":\\1,"effective_n":\\1,"rate":', 'g'),
        '"effective_n":0,', '"effective_n":null,')::json
      where results is not null`);
    await knex.raw(`insert into jobs
        (workspace_id, id, kind, priority, run_at, state, max_attempts, payload, created_at)
      select workspace_id, gen_random_uuid(), 'evaluation.recompute', 1002, now(), 'ready', 5,
        json_build_object('evaluation', id), now()
      from evaluations e
      where status = 'completed' and exists (
        select 1 from samples s
        where s.workspace_id = e.workspace_id and s.dataset_id = e.dataset_id and cluster_id is not null)`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("delete from jobs where kind = 'evaluation.recompute'");
    await knex.raw(`update evaluations
      set results = regexp_replace(results::text, '"n_clusters":\\d+,"effective_n":[^,]+,', '', 'g')::json
      where results is not null`);
    await knex.raw("drop index if exists samples_in_clusters");
  },
};
