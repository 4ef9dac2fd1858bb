import { testSeed } from "../support/test-size.ts";
import { compareCallForms } from "./harness/compare-call-forms.ts";

compareCallForms({ count: 40, seed: testSeed, timeoutMs: 120_000 });
