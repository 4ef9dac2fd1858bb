import type { Knex } from "knex";

/**
 * Adds evaluations of several runs. As for evaluations of one run, the tables `results` and `sample_scores`
 * have one row per sample. The row contains the figures over all runs. `run_results` has the results of each
 * run; it has no rows for evaluations of one run.
 */
export const evaluationRuns = {
  name: "0026_evaluation_runs",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("alter table evaluations add column runs smallint not null default 1");
    // The run whose output represents the sample.
    await knex.raw("alter table results add column output_run smallint not null default 1");
    // The combined score of each run, and the number of runs without an output; null if there is one run.
    await knex.raw(`alter table sample_scores add column run_scores double precision[],
      add column run_passed boolean[], add column missing_runs smallint`);
    await knex.raw(`create table run_results (
        workspace_id uuid not null,
        evaluation_id uuid not null,
        sample_id uuid not null,
        position smallint not null,
        run smallint not null,
        status text not null,
        score double precision,
        passed boolean,
        effective_score double precision,
        effective_passed boolean,
        overridden_by uuid,
        flagged boolean not null,
        reason text,
        classification text,
        tally text,
        details json not null,
        sample_version integer not null,
        output_version integer,
        created_at timestamptz(3) not null,
        primary key (workspace_id, evaluation_id, sample_id, position, run)
      )`);
    await knex.raw(
      `create index run_results_by_score on run_results (workspace_id, evaluation_id, position, score, sample_id, run)
        where score is not null`,
    );
    await knex.raw(
      `create index run_results_unscored on run_results (workspace_id, evaluation_id, status, sample_id, position, run)
        where status <> 'scored'`,
    );
    await knex.raw(
      `create index run_results_flagged on run_results (workspace_id, evaluation_id, sample_id, position, run)
        where flagged`,
    );
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists run_results");
    await knex.raw(
      "alter table sample_scores drop column run_scores, drop column run_passed, drop column missing_runs",
    );
    await knex.raw("alter table results drop column output_run");
    await knex.raw("alter table evaluations drop column runs");
  },
};
