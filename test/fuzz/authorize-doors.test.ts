import { testSeed } from "../support/test-size.ts";
import { compareDoors } from "./harness/authorize-doors.ts";

compareDoors({ count: 40, seed: testSeed, timeoutMs: 120_000 });
