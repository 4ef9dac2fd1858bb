import type { Knex } from "knex";

/**
 * Adds how far the grades of a sample lie apart on the dimensions of a rubric. `spread` covers the grades that count,
 * `unblinded_spread` also those of tasks that are not blind. A spread is null if there is no disagreement. The lists of
 * disagreements have the order of these indexes.
 */
export const ratedDimensions = {
  name: "0033_rated_dimensions",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw(`create table rated_dimensions (
        workspace_id uuid not null,
        rubric_id uuid not null,
        sample_id uuid not null,
        dimension text collate "C" not null,
        project_id uuid not null,
        spread double precision,
        unblinded_spread double precision,
        primary key (workspace_id, rubric_id, sample_id, dimension),
        foreign key (workspace_id, rubric_id) references rubrics (workspace_id, id)
      )`);
    for (const column of ["spread", "unblinded_spread"]) {
      await knex.raw(`create index rated_dimensions_of_project_by_${column} on rated_dimensions
        (workspace_id, project_id, (-${column}), sample_id, dimension, rubric_id) where ${column} is not null`);
      await knex.raw(`create index rated_dimensions_of_rubric_by_${column} on rated_dimensions
        (workspace_id, rubric_id, (-${column}), sample_id, dimension) where ${column} is not null`);
    }
  },
  down: async (knex: Knex): Promise<void> => {
    await knex.raw("drop table if exists rated_dimensions");
  },
};
