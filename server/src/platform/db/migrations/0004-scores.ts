import type { Knex } from "knex";

/**
 * Adds the data that trends and threshold analysis need in addition to the means: the model, the time of
 * completion, and a hash of the evaluators' settings. The hash distinguishes evaluations that were scored
 * with different settings. `paired_tests` caches the results of paired tests of two evaluations' automated
 * scores, because these tests are slow to compute and their results never change.
 *
 * Releases before this migration do not write these columns, so each evaluation by such a release forms its
 * own series.
 */
const statements = [
  `alter table evaluation_scores add column model_id uuid, add column completed_at timestamptz(3),
    add column conditions bytea`,
  `update evaluation_scores s set model_id = e.model_id, completed_at = e.completed_at
    from evaluations e where e.workspace_id = s.workspace_id and e.id = s.evaluation_id`,
  // Equal jsonb values have equal text, so their hashes are equal. store-evaluation-results.ts computes the
  // same hash for each later evaluation.
  `with keyed as (
    select e.workspace_id, e.id, coalesce(sent ->> 'name', sent ->> 'type') as evaluator, sent -> 'weight' as weight,
      e.resolved::jsonb -> (place - 1)::int as settings, place
    from evaluations e cross join lateral jsonb_array_elements(e.evaluators::jsonb) with ordinality as listed (sent, place)
    where e.status = 'completed'
  ),
  hashed as (
    select workspace_id, id, evaluator, sha256(convert_to(settings::text, 'UTF8')) as conditions from keyed
    union all
    select workspace_id, id, '', sha256(convert_to(
      jsonb_agg(jsonb_build_array(evaluator, weight, settings) order by place)::text, 'UTF8'))
    from keyed group by workspace_id, id
  )
  update evaluation_scores s set conditions = hashed.conditions from hashed
  where s.workspace_id = hashed.workspace_id and s.evaluation_id = hashed.id and s.evaluator = hashed.evaluator`,
  `create index evaluation_scores_of_project on evaluation_scores (workspace_id, project_id, effective_at)`,
  `create index evaluation_scores_in_series
    on evaluation_scores (workspace_id, project_id, evaluator, dataset_id, conditions, effective_at, evaluation_id)`,
  `create index evaluations_completed on evaluations (workspace_id, project_id, completed_at desc, id desc)
    where status = 'completed'`,
  `create table paired_tests (
    workspace_id uuid not null,
    baseline_id uuid not null,
    candidate_id uuid not null,
    evaluator text not null,
    test text,
    n_paired integer not null,
    change double precision,
    p_value double precision,
    primary key (workspace_id, baseline_id, candidate_id, evaluator),
    foreign key (workspace_id, baseline_id) references evaluations (workspace_id, id) on delete cascade,
    foreign key (workspace_id, candidate_id) references evaluations (workspace_id, id) on delete cascade
  )`,
];

export const scores = {
  name: "0004_scores",
  up: async (knex: Knex): Promise<void> => {
    for (const statement of statements) await knex.raw(statement);
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw(`drop table if exists paired_tests`);
    await knex.raw(`drop index if exists evaluations_completed`);
    await knex.raw(`drop index if exists evaluation_scores_of_project`);
    await knex.raw(`drop index if exists evaluation_scores_in_series`);
    await knex.raw(`alter table evaluation_scores drop column model_id, drop column completed_at,
      drop column conditions`);
  },
};
