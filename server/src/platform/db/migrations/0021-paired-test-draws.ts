import type { Knex } from "knex";

/**
 * Deletes the stored paired tests that earlier versions estimated from 10,000 random patterns of signs. Trends
 * compute a missing test, now from 100,000 patterns.
 */
export const pairedTestDraws = {
  name: "0021_paired_test_draws",
  up: async (knex: Knex): Promise<void> => {
    await knex.raw("delete from paired_tests where test = 'sign_flip_monte_carlo'");
  },
  down: async (): Promise<void> => {
    // Stored tests with more patterns are valid for the earlier version too.
  },
};
