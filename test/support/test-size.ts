import { testTier } from "./test-tier.ts";

/** Whether the tests that try to break the product run at full size (`npm run torture`). */
const fullSize = process.env["ASSAY_TEST_SIZE"] === "full";

/** Returns a quantity: `usual` in `npm run test:full`, `full` in `npm run torture`, `small` in `npm test`. */
export function bySize(usual: number, full: number, small = usual): number {
  if (fullSize) return full;
  return testTier === "ci" ? small : usual;
}

/** The seed for random tests: `ASSAY_TEST_SEED`, or a constant, so that every run sends the same requests. */
export const testSeed = Number(process.env["ASSAY_TEST_SEED"] ?? 1);
