import { bySize, testSeed } from "../support/test-size.ts";
import { compareCallForms } from "./harness/compare-call-forms.ts";

// These seeds differ from those that the short version of this test uses.
compareCallForms({
  count: bySize(2000, 20_000),
  seed: testSeed + 1000,
  timeoutMs: bySize(1_200_000, 21_600_000),
});
