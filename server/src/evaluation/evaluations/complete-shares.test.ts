import { exampleEvaluation } from "@assay/contract/evaluation/evaluations/evaluation-object";
import { expect, test } from "vitest";
import { withCompleteShares } from "./complete-shares.ts";

const { results } = exampleEvaluation;

/** Removes the members that releases before 0014_clusters do not store. */
const asEarlier = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) =>
      name === "n_clusters" || name === "effective_n" ? undefined : one,
    ),
  );

test("shares that an earlier release stored get the denominator as their number of clusters", () => {
  // Safe: the earlier release stored the same members, except the two that are added.
  const stored = asEarlier(results) as typeof results;
  expect(JSON.stringify(stored)).not.toContain("n_clusters");
  // In the example, no two samples share a cluster.
  expect(withCompleteShares(stored)).toEqual(results);
});

test("complete results, results without shares and missing results stay as they are", () => {
  const { triage: _triage, ...plain } = results;
  for (const stored of [results, plain, null]) expect(withCompleteShares(stored)).toBe(stored);
});
