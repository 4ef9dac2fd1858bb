import type { MetricFigures } from "../comparison/compare-metric.ts";
import { civilDay } from "./periods.ts";
import { groupedBy } from "./project-metric-figures.ts";
import type { TrendPoint } from "./trends.ts";

/** The severities of a regression: a drop of less than 5 points, of less than 10, and of 10 or more. */
export const regressionSeverities = ["minor", "moderate", "severe"] as const;

/** One of {@link regressionSeverities}. */
type RegressionSeverity = (typeof regressionSeverities)[number];

/** The significance level of the paired test. */
const LEVEL = 0.05;
/** If the evaluations share no samples, a drop of at least this number of points is a regression. */
const LARGE_DROP_POINTS = 5;
const SEVERE_POINTS = 10;
/** Tolerance for rounding errors in a mean of scores. */
const ROUNDING = 1e-9;

/**
 * An evaluation with a lower score than the previous evaluation of the same dataset with the same evaluator
 * settings.
 */
export interface ScoreDrop {
  before: TrendPoint;
  after: TrendPoint;
}

/** The result of the paired test on automated scores, over the samples that both evaluations scored. */
export type DropTest = Pick<MetricFigures, "test" | "n_paired" | "change" | "p_value">;

/** A drop that counts as a regression, in wire form. */
export interface Regression {
  /** Day of the evaluation with the lower score, in the time zone of the trend. */
  date: string;
  evaluation: string;
  /** The previous evaluation. */
  baseline: string;
  before: number;
  after: number;
  /** The difference after − before (in points), which is below 0. */
  change: number;
  severity: RegressionSeverity;
  recovered: boolean;
  /** Day of the first later evaluation with a score of at least `before`. */
  recovery_date: string | null;
  /** The test that found the regression; null if the evaluations share no samples. */
  test: MetricFigures["test"];
  n_paired: number;
  p_value: number | null;
}

/**
 * Finds each evaluation with a lower score than the previous evaluation in its series.
 *
 * @param points the points, earliest first.
 * @param from the instant from which drops are reported. Earlier points only serve as the previous
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
  // A drop of exactly 5 points may be slightly smaller after rounding.
  if (test.n_paired === 0) return before.score - after.score >= LARGE_DROP_POINTS - ROUNDING;
  return test.p_value !== null && test.p_value < LEVEL && test.change !== null && test.change < 0;
}

function severityOf(points: number): RegressionSeverity {
  if (points < LARGE_DROP_POINTS - ROUNDING) return "minor";
  return points < SEVERE_POINTS - ROUNDING ? "moderate" : "severe";
}

/**
 * Selects the drops that count as regressions. If the evaluations share samples, the paired test must show a
 * significant drop (p < 0.05). Otherwise the drop must be at least 5 points. A regression has recovered if a
 * later evaluation in its series reaches `before` again.
 *
 * @param drops the drops, earliest first, each with its test result.
 * @param points all points, earliest first.
 * @param zone IANA name of the time zone of the dates.
 */
export function regressionsOf(
  drops: readonly { drop: ScoreDrop; test: DropTest }[],
  points: readonly TrendPoint[],
  zone: string,
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
        date: civilDay(after.at, zone),
        evaluation: after.evaluation,
        baseline: before.evaluation,
        before: before.score,
        after: after.score,
        change: after.score - before.score,
        severity: severityOf(before.score - after.score),
        recovered: back !== undefined,
        recovery_date: back ? civilDay(back.at, zone) : null,
        test: test.test,
        n_paired: test.n_paired,
        p_value: test.p_value,
      },
    ];
  });
}
