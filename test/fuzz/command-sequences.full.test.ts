import { bySize, testSeed } from "../support/test-size.ts";
import { compareSequences } from "./harness/sequences/compare-sequences.ts";

// These seeds differ from those that the short version of this test uses.
compareSequences({
  count: bySize(200, 2000),
  length: 15,
  firstSeed: testSeed + 1000,
  timeoutMs: bySize(1_200_000, 21_600_000),
});
