// Draws data sets with a known rate of failure in clusters, and counts how often the upper bound covers the rate.
import { expect, test } from "vitest";
import { type ClusterCount, boundedProportion, clusteredBoundedProportion } from "./proportion.ts";
import { seededIntegers } from "./seeded-random.ts";

const sets = 2000;
const integer = seededIntegers(20261129);
/** Draws a uniform number between 0 and 1, both exclusive. */
const uniform = (): number => (integer(2 ** 32) + 0.5) / 2 ** 32;
const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** Draws from a gamma distribution of scale 1 (Marsaglia & Tsang 2000). */
function gamma(shape: number): number {
  if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(uniform()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Draws a cluster's own rate from a beta distribution with the given intra-cluster correlation. */
function ownRate(rate: number, correlation: number): number {
  if (correlation === 0) return rate;
  if (correlation === 1) return uniform() < rate ? 1 : 0;
  const total = 1 / correlation - 1;
  const [failing, passing] = [gamma(rate * total), gamma((1 - rate) * total)];
  return failing === 0 ? 0 : failing / (failing + passing);
}

function drawCluster(size: number, rate: number, correlation: number): ClusterCount {
  const own = ownRate(rate, correlation);
  let successes = 0;
  for (let member = 0; member < size; member += 1) if (uniform() < own) successes += 1;
  return { size, successes, clusters: 1 };
}

const doubling = [1, 1, 2, 4, 8, 16, 32];
/** Functions that return the size of a cluster by its index. */
const designs: Record<string, (index: number) => number> = {
  "5": () => 5,
  "20": () => 20,
  "1 to 39": (index) => 1 + ((17 * index) % 39),
  "one of 100 beside 3": (index) => (index === 0 ? 100 : 3),
  "1 to 32": (index) => doubling[index % doubling.length] ?? 1,
};
const settings = Object.keys(designs).flatMap((design) =>
  [8, 15, 40, 150].flatMap((clusters) =>
    [0.01, 0.05, 0.2].flatMap((rate) =>
      [0, 0.1, 0.5, 1].map((correlation) => ({ design, clusters, rate, correlation })),
    ),
  ),
);

test("the upper bound covers the rate in at least 93.5 % of the data sets of each of 240 settings", () => {
  expect(settings).toHaveLength(240);
  const coverage = settings.map(({ design, clusters, rate, correlation }) => {
    const sizes = Array.from({ length: clusters }, (_, index) => designs[design]?.(index) ?? 0);
    let covered = 0;
    for (let set = 0; set < sets; set += 1) {
      const drawn = sizes.map((size) => drawCluster(size, rate, correlation));
      if ((clusteredBoundedProportion(drawn).upper95 ?? 0) >= rate) covered += 1;
    }
    return { design, clusters, rate, correlation, share: covered / sets };
  });
  expect(coverage.filter(({ share }) => share < 0.935)).toEqual([]);
}, 300_000);

test("the bound for independent samples covers the rate of 8 equal clusters only if one of them fails", () => {
  // Each of 8 clusters of 20 fails as a whole with probability 0.05. If none fails, the bound for 0 of 160 is
  // 1.9 %, which is below the rate. The rate is therefore covered with probability 1 − 0.95⁸ = 0.337.
  let covered = 0;
  for (let set = 0; set < sets; set += 1) {
    const drawn = Array.from({ length: 8 }, () => drawCluster(20, 0.05, 1));
    const failures = drawn.reduce((sum, { successes }) => sum + successes, 0);
    if ((boundedProportion(failures, 160).upper95 ?? 0) >= 0.05) covered += 1;
  }
  expect(covered / sets).toBeCloseTo(0.337, 1);
});
