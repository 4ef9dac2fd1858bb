import { expectTypeOf, test } from "vitest";
import type * as z from "zod";
import type { evaluationResults } from "../../evaluation/evaluations/evaluation-results.ts";
import type { EvaluationResults } from "./results.ts";

test("what the domain computes is what the contract sends", () => {
  expectTypeOf<EvaluationResults>().toExtend<z.input<typeof evaluationResults>>();
});
