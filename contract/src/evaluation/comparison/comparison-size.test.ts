import { expect, test } from "vitest";
import { checkComparisonSize, comparedValues } from "./comparison-size.ts";

const side = (id: string, total: number, evaluators: number) => ({
  id,
  total,
  evaluators: Array.from({ length: evaluators }),
});

const refused = (message: string) =>
  expect.objectContaining({ status: 422, code: "too_large_to_compute", message });

test("evaluations of at most 200,000 samples are compared", () => {
  const [small, large] = [side("eval_1", 200_000, 1), side("eval_2", 200_001, 1)];
  expect(() => checkComparisonSize(small, [small])).not.toThrow();
  const text = 'Evaluation "eval_2" has 200001 samples; it must have at most 200000 to be compared.';
  expect(() => checkComparisonSize(small, [large])).toThrow(refused(text));
  expect(() => checkComparisonSize(large, [small])).toThrow(refused(text));
});

test("at most 2,000,000 values are compared: pairs times metrics, over all candidates", () => {
  const baseline = side("eval_1", 100_000, 2);
  // 10 candidates with 100,000 pairs and 2 metrics each.
  const candidates = Array.from({ length: 10 }, (_, index) => side(`eval_${index + 2}`, 90_000, 2));
  expect(comparedValues(baseline, candidates)).toBe(2_000_000);
  expect(() => checkComparisonSize(baseline, candidates)).not.toThrow();
  expect(() => checkComparisonSize(baseline, [...candidates, side("eval_x", 1, 1)])).toThrow(
    refused(
      "The comparison has 2200000 values (pairs × metrics of all candidates); it must have at most 2000000.",
    ),
  );
});
