import * as z from "zod";

/**
 * The tier of tests in a run: "ci" is `npm test`, "full" is `npm run test:full`, "matrix" is `npm run
 * test:matrix`. `scripts/test.mjs` sets the variable.
 */
export const testTier = z
  .enum(["ci", "full", "matrix"])
  .default("ci")
  .parse(process.env["ASSAY_TEST_TIER"] || undefined);
