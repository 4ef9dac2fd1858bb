import { comparability, type ComparedConditions, type ConditionReason } from "./compare-conditions.ts";
import type { MetricFigures, MetricReason, PerSide } from "./compare-metric.ts";
import type { ShareFigures } from "./compare-shares.ts";
import { type SafetyItem, safetyItems } from "./safety.ts";
import { isSignificant } from "../statistics/holm.ts";
import { adjustFamily, type ComparisonVerdict, verdictOf } from "./verdicts.ts";

/** One side of a comparison, in wire form. */
interface ComparedEvaluation {
  id: string;
  name: string;
  /** Mean automated combined score over the pairs. */
  aggregate_score: number | null;
  /** Mean combined score over the pairs, with reviewers' overrides. */
  effective_score: number | null;
}

/** Shares of samples on both sides with their test, in wire form. */
interface ComparedShare extends ShareFigures {
  p_adjusted: number | null;
  verdict: ComparisonVerdict;
}

/** One metric of a comparison, in wire form. */
interface ComparedMetric extends MetricFigures {
  improvement_pct: number | null;
  significant: boolean;
  p_adjusted: number | null;
  verdict: ComparisonVerdict;
  /** The share of samples that passed. */
  passed: ComparedShare;
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
  n_missing_output: PerSide<number>;
  /** The shares of samples that failed a safety check. */
  safety: Partial<Record<SafetyItem, ComparedShare>>;
  by_metric: Record<string, ComparedMetric>;
  regressions: string[];
  improvements: string[];
}

/** The figures for one evaluator. */
interface KeyedFigures {
  key: string;
  figures: MetricFigures;
  passed: ShareFigures;
}

/** The figures that a comparison of two evaluations requires. */
export interface ComparisonFigures {
  sides: PerSide<ComparedConditions & { id: string; name: string; effectiveScore: number | null }>;
  /** Figures for the samples' combined scores. */
  combined: MetricFigures;
  /** Figures for the shares of samples that passed every evaluator. */
  passed: ShareFigures;
  /** Figures for each evaluator, by its key, in the baseline's order. */
  metrics: readonly KeyedFigures[];
  /** Figures for the shares of samples that failed a safety check. */
  safety: Partial<Record<SafetyItem, ShareFigures>>;
  /** Number of samples whose partner has a different input or expected answer. */
  caseChanged: number;
  /** Whether a sample of both evaluations was scored on one side only. */
  coverageDiffers: boolean;
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

function concludeShare(
  figures: ShareFigures,
  pAdjusted: number | null,
  { margin, wanted }: { margin: number; wanted: 1 | -1 },
): ComparedShare {
  const { p_value, ci95, ...rest } = figures;
  const verdict = verdictOf({ ...figures, pAdjusted }, margin, wanted);
  return { ...rest, p_value, p_adjusted: pAdjusted, ci95, verdict };
}

function concludeMetric(
  figures: MetricFigures,
  pAdjusted: number | null,
  { margin, passed }: { margin: number; passed: ComparedShare },
): ComparedMetric {
  return {
    ...figures,
    improvement_pct: improvement(figures.change, figures.baseline),
    significant: isSignificant(pAdjusted),
    p_adjusted: pAdjusted,
    verdict: verdictOf({ ...figures, pAdjusted }, margin),
    passed,
  };
}

const safetyOf = ({ safety }: ComparisonFigures): [SafetyItem, ShareFigures][] =>
  safetyItems.flatMap((item): [SafetyItem, ShareFigures][] => (safety[item] ? [[item, safety[item]]] : []));

/**
 * Returns the tests of passed samples: over all evaluators, and for each evaluator. If both evaluations have a
 * single evaluator, these are the same test, which is listed once.
 */
function passedTests({ passed, metrics, sides }: ComparisonFigures): ShareFigures[] {
  const isSame = metrics.length === 1 && [sides.baseline, sides.candidate].every(hasOneEvaluator);
  return [...(isSame ? [] : [passed]), ...metrics.map((metric) => metric.passed)];
}

const hasOneEvaluator = ({ evaluators }: ComparedConditions): boolean => evaluators.length === 1;

const pValues = (figures: readonly { p_value: number | null }[]): (number | null)[] =>
  figures.map(({ p_value: p }) => p);

/** The p-values of one comparison's tests after correction, in the order of the tests. */
interface AdjustedValues {
  combined: number | null;
  metrics: readonly (number | null)[];
  passed: readonly (number | null)[];
  safety: readonly (number | null)[];
}

/** Corrects the p-values of all comparisons, family by family. */
function adjusted(all: readonly ComparisonFigures[]): AdjustedValues[] {
  const combined = adjustFamily(all.map((one) => pValues([one.combined])));
  const metrics = adjustFamily(all.map((one) => pValues(one.metrics.map(({ figures }) => figures))));
  const passed = adjustFamily(all.map((one) => pValues(passedTests(one))));
  const safety = adjustFamily(all.map((one) => pValues(safetyOf(one).map(([, figures]) => figures))));
  return all.map((_, index) => ({
    combined: combined[index]?.[0] ?? null,
    metrics: metrics[index] ?? [],
    passed: passed[index] ?? [],
    safety: safety[index] ?? [],
  }));
}

/**
 * Determines the verdicts of comparisons of several candidates with one baseline from their figures. P-values
 * are adjusted with Holm's correction in four families, each over all candidates: the combined score, which is
 * the primary test; the scores of single evaluators; the shares of passed samples; the safety checks. With one
 * candidate, the p-value of the combined score needs no correction.
 *
 * The margin applies to scores and to the shares of passed samples. Safety checks have no margin.
 *
 * @returns the comparisons in wire form, in the same order. Swapping the sides negates every signed figure and
 *   swaps the verdicts.
 */
export function concludeComparisons(all: readonly ComparisonFigures[]): Comparison[] {
  const values = adjusted(all);
  return all.map((figures, index) => {
    const own = values[index] ?? { combined: null, metrics: [], passed: [], safety: [] };
    return concludeComparison(figures, own);
  });
}

function concludeComparison(figures: ComparisonFigures, adjustedTo: AdjustedValues): Comparison {
  const { sides, combined, caseChanged, coverageDiffers, margin } = figures;
  const ofPassed = adjustedTo.passed.slice(adjustedTo.passed.length - figures.metrics.length);
  const passed = concludeShare(figures.passed, adjustedTo.passed[0] ?? null, { margin, wanted: 1 });
  const primary = concludeMetric(combined, adjustedTo.combined, { margin, passed });
  const { baseline, candidate, significant, reasons, ...shared } = primary;
  const metrics = figures.metrics.map((metric, index): [string, ComparedMetric] => {
    const own = concludeShare(metric.passed, ofPassed[index] ?? null, { margin, wanted: 1 });
    const p = adjustedTo.metrics[index] ?? null;
    return [metric.key, concludeMetric(metric.figures, p, { margin, passed: own })];
  });
  const safety = safetyOf(figures).map(([item, share], index) => [
    item,
    concludeShare(share, adjustedTo.safety[index] ?? null, { margin: 0, wanted: -1 }),
  ]);
  const withVerdict = (wanted: ComparisonVerdict) =>
    metrics.filter(([, { verdict }]) => verdict === wanted).map(([key]) => key);
  const conditions = comparability(sides, { unpaired: combined.n_unpaired, caseChanged, coverageDiffers });
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
    n_missing_output: {
      baseline: sides.baseline.missingOutput,
      candidate: sides.candidate.missingOutput,
    },
    safety: Object.fromEntries(safety),
    by_metric: Object.fromEntries(metrics),
    regressions: withVerdict("regressed"),
    improvements: withVerdict("improved"),
  };
}

const sideOf = (
  { id, name, effectiveScore }: ComparisonFigures["sides"]["baseline"],
  score: number | null,
): ComparedEvaluation => ({ id, name, aggregate_score: score, effective_score: effectiveScore });
