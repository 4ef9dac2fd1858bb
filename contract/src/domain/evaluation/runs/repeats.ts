import { meanScore } from "../../statistics/describe.ts";
import { clusteredProportion, type Proportion } from "../../statistics/proportion.ts";
import { clusterCounts } from "../../triage/triage-confusion.ts";

/** How much the results of a system vary between runs of the same samples. */
export interface Repeats {
  /** Number of runs of each sample (2 to 100). */
  runs: number;
  /** Share of samples whose runs neither all pass nor all fail. */
  flip_rate: Proportion;
  /** The probability that at least one of k runs passes, by k; null without a scored sample. */
  pass_at: Record<string, number | null>;
  /** The probability that all of k runs pass, by k; null without a scored sample. */
  pass_all: Record<string, number | null>;
  /** Standard deviation of the scores of one sample's runs, in points; null without a scored sample. */
  sd_within: number | null;
  /**
   * Standard deviation between samples, without the part that differences between runs cause, in points; null with
   * fewer than two scored samples.
   */
  sd_between: number | null;
}

/** The runs of a sample with a score. */
export interface RunTotals {
  /** Mean score of the runs (0-100). */
  mean: number;
  /** Sum of the squared deviations of the runs' scores from their mean. */
  squares: number;
  /** Number of runs that pass. */
  passes: number;
  /** The sample's cluster; null if the sample is a cluster of its own. */
  cluster: string | null;
}

/** Sums the runs of a sample with a score. */
export function runTotals(
  scores: readonly number[],
  passed: readonly boolean[],
  cluster: string | null,
): RunTotals {
  const mean = meanScore(scores) ?? 0;
  return {
    mean,
    squares: scores.reduce((sum, score) => sum + (score - mean) ** 2, 0),
    passes: passed.filter(Boolean).length,
    cluster,
  };
}

/** The numbers of runs for which `pass_at` and `pass_all` are listed, besides the number of runs itself. */
const listedRuns = [1, 2, 5, 10];

/** Returns the probability that k runs, drawn without replacement from n, are all among `wanted` of them. */
function allAmong(wanted: number, n: number, k: number): number {
  let probability = 1;
  for (let drawn = 0; drawn < k; drawn += 1) probability *= Math.max(0, wanted - drawn) / (n - drawn);
  return probability;
}

/**
 * Averages a probability over samples. Samples with the same number of passing runs are counted first, so that the
 * mean does not depend on the order of the samples.
 */
function meanOver(samples: readonly RunTotals[], runs: number, value: (passes: number) => number) {
  const counts = Array.from({ length: runs + 1 }, () => 0);
  for (const { passes } of samples) counts[passes] = (counts[passes] ?? 0) + 1;
  const sum = counts.reduce(
    (total, count, passes) => (count === 0 ? total : total + count * value(passes)),
    0,
  );
  return samples.length === 0 ? null : Math.min(1, sum / samples.length);
}

function deviations(samples: readonly RunTotals[], runs: number): Pick<Repeats, "sd_within" | "sd_between"> {
  const n = samples.length;
  if (n === 0) return { sd_within: null, sd_between: null };
  const within = samples.reduce((sum, { squares }) => sum + squares, 0) / (n * (runs - 1));
  const grand = meanScore(samples.map(({ mean }) => mean)) ?? 0;
  const ofMeans = samples.reduce((sum, { mean }) => sum + (mean - grand) ** 2, 0) / (n - 1);
  return {
    sd_within: Math.sqrt(within),
    sd_between: n === 1 ? null : Math.sqrt(Math.max(0, ofMeans - within / runs)),
  };
}

/**
 * Computes how much results vary between runs: the share of samples whose runs disagree, the unbiased estimates of
 * pass@k and of the probability that all of k runs pass, and the standard deviations within and between samples.
 *
 * @param runs number of runs of each sample (at least 2).
 * @param samples the samples with a score, in dataset order.
 * @see Chen, M. et al. (2021), "Evaluating Large Language Models Trained on Code", arXiv:2107.03374 (pass@k); Searle,
 *   S. R., Casella, G. & McCulloch, C. E. (1992), "Variance Components", chapter 3 (one-way random effects).
 */
export function repeatsOf(runs: number, samples: readonly RunTotals[]): Repeats {
  const numbers = [...new Set([...listedRuns.filter((k) => k < runs), runs])];
  const byNumber = (value: (passes: number, k: number) => number) =>
    Object.fromEntries(numbers.map((k) => [k, meanOver(samples, runs, (passes) => value(passes, k))]));
  const cells = samples.map(({ passes, cluster }) => ({ passes, cluster, count: 1 }));
  return {
    runs,
    flip_rate: clusteredProportion(clusterCounts(cells, ({ passes }) => passes > 0 && passes < runs)),
    pass_at: byNumber((passes, k) => 1 - allAmong(runs - passes, runs, k)),
    pass_all: byNumber((passes, k) => allAmong(passes, runs, k)),
    ...deviations(samples, runs),
  };
}
