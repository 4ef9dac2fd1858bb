import type { MetricFigures } from "../comparison/compare-metric.ts";
import { utcDay } from "./periods.ts";
import { groupedBy } from "./project-metric-figures.ts";
import type { TrendPoint } from "./trends.ts";

/** Severity of a regression: below 5 points, below 10, from 10. */
export const regressionSeverities = ["minor", "moderate", "severe"] as const;

/** One of {@link regressionSeverities}. */
type RegressionSeverity = (typeof regressionSeverities)[number];

/** The significance level of the paired test. */
const LEVEL = 0.05;
/** Without shared samples a drop of at least this number of points is a regression. */
const LARGE_DROP_POINTS = 5;
const SEVERE_POINTS = 10;
/** Tolerance for the rounding of a mean of scores. */
const ROUNDING = 1e-9;

/** An evaluation with a lower score than the previous one on the same dataset and evaluator settings. */
export interface ScoreDrop {
  before: TrendPoint;
  after: TrendPoint;
}

/** Result of the paired test over the automated scores of the samples that both evaluations scored. */
export type DropTest = Pick<MetricFigures, "test" | "n_paired" | "change" | "p_value">;

/** A significant drop, in wire form. */
export interface Regression {
  /** UTC day of the evaluation with the lower score. */
  date: string;
  evaluation: string;
  /** The previous evaluation. */
  baseline: string;
  before: number;
  after: number;
  /** after − before, in points: below 0. */
  change: number;
  severity: RegressionSeverity;
  recovered: boolean;
  /** UTC day of the first later evaluation with a score of at least `before`. */
  recovery_date: string | null;
  /** The test behind it; null: no shared samples. */
  test: MetricFigures["test"];
  n_paired: number;
  p_value: number | null;
}

/**
 * Finds each evaluation with a lower score than the previous one in its series.
 *
 * @param points by time, earliest first.
 * @param from drops to points before this instant are omitted; these points serve only as the previous
 *   evaluation.
 */
export function scoreDrops(points: readonly TrendPoint[], from = -Infinity): ScoreDrop[] {
  const last = new Map<string, TrendPoint>();
  const drops: ScoreDrop[] = [];
  for (const after of points) {
    const before = last.get(after.series);
    last.set(after.series, after);
    if (before && after.at >= from && after.score < before.score - ROUNDING) drops.push({ before, after });
  }
  return drops;
}

function isRegression({ before, after }: ScoreDrop, test: DropTest): boolean {
  // After rounding, a drop of exactly 5 points may be slightly less.
  if (test.n_paired === 0) return before.score - after.score >= LARGE_DROP_POINTS - ROUNDING;
  return test.p_value !== null && test.p_value < LEVEL && test.change !== null && test.change < 0;
}

function severityOf(points: number): RegressionSeverity {
  if (points < LARGE_DROP_POINTS - ROUNDING) return "minor";
  return points < SEVERE_POINTS - ROUNDING ? "moderate" : "severe";
}

/**
 * Selects the drops that count as regressions. With shared samples: significant by the paired test (p < 0.05,
 * lower); without: 5 points or more. A regression has recovered if a later evaluation of its series reaches
 * `before` again.
 *
 * @param drops by time, each with its test.
 * @param points all points, by time.
 */
export function regressionsOf(
  drops: readonly { drop: ScoreDrop; test: DropTest }[],
  points: readonly TrendPoint[],
): Regression[] {
  const series = groupedBy(points, (point) => point.series);
  return drops.flatMap(({ drop, test }): Regression[] => {
    if (!isRegression(drop, test)) return [];
    const { before, after } = drop;
    const own = series.get(after.series) ?? [];
    const later = own.slice(own.indexOf(after) + 1);
    const back = later.find(({ score }) => score >= before.score - ROUNDING);
    return [
      {
        date: utcDay(after.at),
        evaluation: after.evaluation,
        baseline: before.evaluation,
        before: before.score,
        after: after.score,
        change: after.score - before.score,
        severity: severityOf(before.score - after.score),
        recovered: back !== undefined,
        recovery_date: back ? utcDay(back.at) : null,
        test: test.test,
        n_paired: test.n_paired,
        p_value: test.p_value,
      },
    ];
  });
}
