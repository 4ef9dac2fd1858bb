import { testSeed } from "../support/test-size.ts";
import { compareSequences } from "./harness/sequences/compare-sequences.ts";

compareSequences({ count: 12, length: 6, firstSeed: testSeed, timeoutMs: 120_000 });
