import { expectTypeOf, test } from "vitest";
import type * as z from "zod";
import type { evaluationResults } from "../../evaluation/evaluations/evaluation-results.ts";
import type { EvaluationResults } from "./results.ts";

test("the results of the domain have the type of the contract's response", () => {
  expectTypeOf<EvaluationResults>().toExtend<z.input<typeof evaluationResults>>();
});
