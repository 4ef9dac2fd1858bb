import type { Knex } from "knex";

/**
 * Adds the setting for samples without an output, and the counts of these samples. Evaluations of earlier
 * versions skip such samples, so they keep this setting. In stored results, the new counts are 0 if no sample
 * was skipped. For other evaluations, a job computes the results again.
 */
export const missingOutputs = {
  name: "0024_missing_outputs",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table evaluations add column missing_output text not null default 'skip'");
    await knex.raw(`alter table sample_scores add column missing_output boolean not null default false,
      add column not_applicable boolean not null default false`);
    await knex.raw(`alter table evaluation_scores add column missing_output integer not null default 0,
      add column not_applicable integer not null default 0`);
    // In the text of a JSON document, a quotation mark inside a name or value follows a backslash, so only members match.
    await knex.raw(`update evaluations set results = regexp_replace(
        regexp_replace(results::text, '("scored":\\d+,"errored":\\d+,"skipped":\\d+,"total":\\d+)',
          '\\1,"missing_output":0,"not_applicable":0', 'g'),
        '("flagged_samples":\\d+)', '\\1,"missing_output":0')::json
      where results is not null`);
    await knex.raw(`insert into jobs
        (workspace_id, id, kind, priority, run_at, state, max_attempts, payload, created_at)
      select workspace_id, gen_random_uuid(), 'evaluation.recompute', 1002, now(), 'ready', 5,
        json_build_object('evaluation', id), now()
      from evaluations where status = 'completed' and results::text ~ '"skipped":[1-9]'`);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw(`update evaluations set results = regexp_replace(
        regexp_replace(results::text, ',"missing_output":\\d+,"not_applicable":\\d+', '', 'g'),
        '("flagged_samples":\\d+),"missing_output":\\d+', '\\1')::json
      where results is not null`);
    await knex.raw("alter table evaluation_scores drop column missing_output, drop column not_applicable");
    await knex.raw("alter table sample_scores drop column missing_output, drop column not_applicable");
    await knex.raw("alter table evaluations drop column missing_output");
  },
};
