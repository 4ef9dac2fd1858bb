import type { Knex } from "knex";

/**
 * Adds the W3C Trace Context of the request that caused a job or event, so that processing it continues the
 * trace.
 */
export const traceContext = {
  name: "0011_trace_context",
  up: async (knex: Knex): Promise<void> => {
    for (const table of ["jobs", "outbox"])
      await knex.raw(`alter table ${table} add column trace_context json`);
  },
  down: async (knex: Knex): Promise<void> => {
    for (const table of ["outbox", "jobs"])
      await knex.raw(`alter table ${table} drop column if exists trace_context`);
  },
};
