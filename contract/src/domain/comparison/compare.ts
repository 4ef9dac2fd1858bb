import { comparability, type ComparedConditions, type ConditionReason } from "./compare-conditions.ts";
import type { MetricFigures, MetricReason, PerSide } from "./compare-metric.ts";
import { textSeed } from "../statistics/seeded-random.ts";
import { holmAdjusted } from "../statistics/holm.ts";

/** The verdict of a comparison. */
export const comparisonVerdicts = ["improved", "regressed", "no_difference", "inconclusive"] as const;

/** One of {@link comparisonVerdicts}. */
type ComparisonVerdict = (typeof comparisonVerdicts)[number];

/** The significance level of every decision. */
const LEVEL = 0.05;

/** One side of a comparison, in wire form. */
interface ComparedEvaluation {
  id: string;
  name: string;
  /** Mean automated combined score over the pairs. */
  aggregate_score: number | null;
  /** The same, with reviewers' overrides. */
  effective_score: number | null;
}

/** One metric of a comparison, in wire form. */
interface ComparedMetric extends MetricFigures {
  improvement_pct: number | null;
  significant: boolean;
  p_adjusted: number | null;
  verdict: ComparisonVerdict;
}

/** A comparison, in wire form. */
export interface Comparison extends Omit<
  ComparedMetric,
  "baseline" | "candidate" | "significant" | "reasons"
> {
  object: "comparison";
  baseline: ComparedEvaluation;
  candidate: ComparedEvaluation;
  is_significant: boolean;
  equivalence_margin: number;
  comparable: boolean;
  reasons: (ConditionReason | MetricReason)[];
  n_case_changed: number;
  by_metric: Record<string, ComparedMetric>;
  regressions: string[];
  improvements: string[];
}

/** The input of a comparison of two evaluations. */
export interface ComparisonFigures {
  sides: PerSide<ComparedConditions & { id: string; name: string; effectiveScore: number | null }>;
  /** Of the samples' combined scores. */
  combined: MetricFigures;
  /** By the key of the evaluator, in the order of the baseline. */
  metrics: readonly { key: string; figures: MetricFigures }[];
  /** Samples whose partner has another input or expected answer. */
  caseChanged: number;
  /** A difference within ± this number of points is irrelevant. */
  margin: number;
}

/**
 * The seed of a metric's sign-flip test: the same for the same two evaluations, whichever is the baseline.
 *
 * @param ids of both evaluations.
 * @param metric the evaluator's key; the empty text for the combined score.
 * @returns a whole number from 0 to 2⁵³ − 1.
 */
export function comparisonSeed(ids: readonly [string, string], metric: string): number {
  return textSeed([...ids.toSorted(), metric].join("\n"));
}

/**
 * In percent of the baseline; null if the baseline is 0, or so near to 0 that the share is not meaningful.
 */
function improvement(change: number | null, baseline: number | null): number | null {
  if (change === null || baseline === null || baseline === 0) return null;
  const percent = (100 * change) / baseline;
  return Number.isFinite(percent) ? percent : null;
}

function verdictOf({ change, ci95 }: MetricFigures, pAdjusted: number | null, margin: number) {
  if (pAdjusted !== null && pAdjusted < LEVEL && change !== null && change !== 0)
    return change > 0 ? "improved" : "regressed";
  return ci95 && ci95[0] >= -margin && ci95[1] <= margin ? "no_difference" : "inconclusive";
}

function concluded(figures: MetricFigures, pAdjusted: number | null, margin: number): ComparedMetric {
  return {
    ...figures,
    improvement_pct: improvement(figures.change, figures.baseline),
    significant: pAdjusted !== null && pAdjusted < LEVEL,
    p_adjusted: pAdjusted,
    verdict: verdictOf(figures, pAdjusted, margin),
  };
}

/** Each metric with its p-value corrected for multiple tests; metrics without a p-value do not count. */
function concludeMetrics({ metrics, margin }: ComparisonFigures): [string, ComparedMetric][] {
  const tested = metrics.flatMap(({ figures }) => (figures.p_value === null ? [] : [figures.p_value]));
  const adjusted = holmAdjusted(tested)[Symbol.iterator]();
  return metrics.map(({ key, figures }) => {
    const pAdjusted = figures.p_value === null ? null : (adjusted.next().value ?? null);
    return [key, concluded(figures, pAdjusted, margin)];
  });
}

/**
 * Draws the verdict of a comparison of two evaluations from its figures. The combined score is the only
 * primary test, so its p needs no correction; the metrics use Holm's correction. improved or regressed:
 * p_adjusted < 0.05; no_difference: the 95 % interval lies within ± margin; else inconclusive.
 *
 * @returns the comparison in wire form; swapping the sides negates every sign and swaps the verdicts.
 */
export function concludeComparison(figures: ComparisonFigures): Comparison {
  const { sides, combined, caseChanged, margin } = figures;
  const primary = concluded(combined, combined.p_value, margin);
  const { baseline, candidate, significant, reasons, ...shared } = primary;
  const metrics = concludeMetrics(figures);
  const withVerdict = (wanted: ComparisonVerdict) =>
    metrics.filter(([, { verdict }]) => verdict === wanted).map(([key]) => key);
  const conditions = comparability(sides, { unpaired: combined.n_unpaired, caseChanged });
  return {
    object: "comparison",
    baseline: sideOf(sides.baseline, baseline),
    candidate: sideOf(sides.candidate, candidate),
    is_significant: significant,
    ...shared,
    equivalence_margin: margin,
    comparable: conditions.comparable,
    reasons: [...conditions.reasons, ...reasons],
    n_case_changed: caseChanged,
    by_metric: Object.fromEntries(metrics),
    regressions: withVerdict("regressed"),
    improvements: withVerdict("improved"),
  };
}

const sideOf = (
  { id, name, effectiveScore }: ComparisonFigures["sides"]["baseline"],
  score: number | null,
): ComparedEvaluation => ({ id, name, aggregate_score: score, effective_score: effectiveScore });
