import { testSeed } from "../support/test-size.ts";
import { compareSequences } from "./harness/sequences/compare-sequences.ts";

// Other seeds than those of the small form.
compareSequences({
  count: 2000,
  length: 15,
  firstSeed: testSeed + 1000,
  timeoutMs: 7_200_000,
});
