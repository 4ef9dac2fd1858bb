import { expect, test } from "vitest";
import { itemTally, tallyWithoutItems } from "./item-tally.ts";
import { missedItems } from "./missed-items.ts";

const tallyOf = (found: number, missed: number): string =>
  itemTally("counted", {
    found: Array.from({ length: found }, (_, index) => `found ${index}`),
    missed: Array.from({ length: missed }, (_, index) => `missed ${index}`),
    falseAlarms: ["other"],
    opposed: 0,
    escalationExpected: false,
    escalated: false,
  });

test("missed items are counted over all expected items, with each sample as a cluster", () => {
  const tallies = [
    { tally: tallyOf(2, 1), count: 3 },
    { tally: tallyOf(0, 1), count: 2 },
    { tally: tallyOf(0, 0), count: 5 },
    { tally: tallyWithoutItems("outside"), count: 1 },
  ];
  expect(missedItems(tallies)).toMatchObject({ numerator: 5, denominator: 11, n_clusters: 5 });
});

test("samples of one cluster count together", () => {
  const tallies = [
    { tally: tallyOf(1, 1), count: 2, cluster: "a" },
    { tally: tallyOf(0, 1), count: 1, cluster: "a" },
    { tally: tallyOf(1, 0), count: 1, cluster: "b" },
  ];
  expect(missedItems(tallies)).toMatchObject({ numerator: 3, denominator: 6, n_clusters: 2 });
});

test("the order of the samples of a cluster has no effect", () => {
  const tallies = [
    { tally: tallyOf(0, 0), count: 4, cluster: "a" },
    { tally: tallyOf(1, 1), count: 2, cluster: "a" },
    { tally: tallyOf(0, 0), count: 1, cluster: "b" },
  ];
  const figures = missedItems(tallies);
  expect(figures).toMatchObject({ numerator: 2, denominator: 4, n_clusters: 1 });
  expect(missedItems(tallies.toReversed())).toEqual(figures);
});

test("a tally without names is sufficient, and no items have no share", () => {
  expect(missedItems([{ tally: '["counted",[1,1,0,0,0,0]]', count: 1 }])).toMatchObject({
    numerator: 1,
    denominator: 2,
  });
  expect(missedItems([])).toMatchObject({ numerator: 0, denominator: 0, rate: null, upper95: null });
});
