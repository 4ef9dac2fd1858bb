import { comparability, type ComparedConditions, type ConditionReason } from "./compare-conditions.ts";
import type { MetricFigures, MetricReason, PerSide } from "./compare-metric.ts";
import { holmAdjusted } from "../statistics/holm.ts";

/** The possible verdicts of a comparison. */
export const comparisonVerdicts = ["improved", "regressed", "no_difference", "inconclusive"] as const;

/** One of {@link comparisonVerdicts}. */
type ComparisonVerdict = (typeof comparisonVerdicts)[number];

/** The significance level of every test. */
const LEVEL = 0.05;

/** One side of a comparison, in wire form. */
interface ComparedEvaluation {
  id: string;
  name: string;
  /** Mean automated combined score over the pairs. */
  aggregate_score: number | null;
  /** Mean combined score over the pairs, with reviewers' overrides. */
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

/** The figures that a comparison of two evaluations requires. */
export interface ComparisonFigures {
  sides: PerSide<ComparedConditions & { id: string; name: string; effectiveScore: number | null }>;
  /** Figures for the samples' combined scores. */
  combined: MetricFigures;
  /** Figures for each evaluator, by its key, in the baseline's order. */
  metrics: readonly { key: string; figures: MetricFigures }[];
  /** Number of samples whose partner has a different input or expected answer. */
  caseChanged: number;
  /** Differences within ± this number of points are irrelevant. */
  margin: number;
}

/**
 * Returns the change in percent of the baseline; null if the baseline is 0, or so close to 0 that a
 * percentage is not meaningful.
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

/**
 * Corrects each metric's p-value for multiple tests. Metrics without a p-value do not affect the correction.
 */
function concludeMetrics({ metrics, margin }: ComparisonFigures): [string, ComparedMetric][] {
  const tested = metrics.flatMap(({ figures }) => (figures.p_value === null ? [] : [figures.p_value]));
  const adjusted = holmAdjusted(tested)[Symbol.iterator]();
  return metrics.map(({ key, figures }) => {
    const pAdjusted = figures.p_value === null ? null : (adjusted.next().value ?? null);
    return [key, concluded(figures, pAdjusted, margin)];
  });
}

/**
 * Determines the verdict of a comparison of two evaluations from its figures. The combined score is the only
 * primary test, so its p-value needs no correction; the p-values of the metrics are adjusted with Holm's
 * correction. The verdict is improved or regressed if p_adjusted < 0.05. Otherwise it is no_difference if the
 * 95 % interval lies within ± margin, and inconclusive if it does not.
 *
 * @returns the comparison in wire form. Swapping the sides negates every signed figure and swaps the
 *   verdicts.
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
