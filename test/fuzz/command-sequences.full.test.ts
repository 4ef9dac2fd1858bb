import { bySize, testSeed } from "../support/test-size.ts";
import { compareSequences } from "./harness/sequences/compare-sequences.ts";

// Seeds that the short form does not use.
compareSequences({
  count: bySize(200, 2000),
  length: 15,
  firstSeed: testSeed + 1000,
  timeoutMs: bySize(1_200_000, 21_600_000),
});
