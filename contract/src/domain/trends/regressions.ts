import { comparisonTests, type MetricFigures } from "../comparison/compare-metric.ts";
import { civilDay } from "../scores/periods.ts";
import { groupedBy } from "../scores/project-metric-figures.ts";
import { holmAdjusted, isSignificant } from "../statistics/holm.ts";
import type { TrendPoint } from "./trend-point.ts";
import { welchP } from "./welch.ts";

/** The severities of a regression: a drop of less than 5 points, of less than 10, and of 10 or more. */
export const regressionSeverities = ["minor", "moderate", "severe"] as const;

/** The tests that can find a regression: the paired tests of a comparison, and Welch's t test. */
export const dropTests = [...comparisonTests, "welch"] as const;

/** One of {@link regressionSeverities}. */
type RegressionSeverity = (typeof regressionSeverities)[number];

/** The probability that the regressions of one period contain any false alarm is at most this number. */
export const falseAlarmBound = 0.05 as const;

/** If the evaluations share no samples, only drops of at least this number of points are tested. */
const LARGE_DROP_POINTS = 5;
const SEVERE_POINTS = 10;
/** Tolerance for rounding errors in a mean of scores. */
const ROUNDING = 1e-9;

/** Two consecutive evaluations of the same dataset with the same evaluator settings. */
export interface ScoreLook {
  before: TrendPoint;
  after: TrendPoint;
}

/** The result of the paired test on automated scores, over the samples that both evaluations scored. */
export type DropTest = Pick<MetricFigures, "test" | "n_paired" | "change" | "p_value">;

/** A drop with p < 0.05, in wire form. */
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
  /** The paired test; `welch` if the evaluations share no samples. */
  test: (typeof dropTests)[number];
  n_paired: number;
  p_value: number;
  /** The p-value after Holm's correction for the number of looks. */
  p_adjusted: number;
}

/** The drops in a period that are unlikely to be due to chance. */
export interface Regressions {
  /** Number of pairs of consecutive evaluations. Each of them is one opportunity for a false alarm. */
  looks: number;
  /** Drops that remain significant after the correction for the number of looks, earliest first. */
  regressions: Regression[];
  /** Drops that are significant only without the correction, earliest first. */
  suspected: Regression[];
}

/** Pairs each evaluation with the previous evaluation in its series. The points are given earliest first. */
function scoreLooks(points: readonly TrendPoint[]): ScoreLook[] {
  const last = new Map<string, TrendPoint>();
  return points.flatMap((after) => {
    const before = last.get(after.series);
    last.set(after.series, after);
    return before ? [{ before, after }] : [];
  });
}

const isDrop = ({ before, after }: ScoreLook): boolean => after.score < before.score - ROUNDING;

/**
 * Pairs each evaluation in a period with the previous evaluation in its series, and finds the pairs with a
 * lower later score. Only these pairs are tested.
 *
 * @param points the points in the period, earliest first.
 * @param before points before the period, earliest first. They only serve as the previous evaluation; those
 *   of other series are ignored.
 * @returns the number of pairs, and those with a lower later score.
 */
export function dropsIn(
  points: readonly TrendPoint[],
  before: readonly TrendPoint[],
): { looks: number; drops: ScoreLook[] } {
  const inPeriod = new Set(points);
  const looks = scoreLooks([...before, ...points]).filter(({ after }) => inPeriod.has(after));
  return { looks: looks.length, drops: looks.filter(isDrop) };
}

const summaryOf = ({ score, stdDev, scored }: TrendPoint) => ({ mean: score, stdDev, n: scored });

/** Returns the test that applies to a drop; null if none does, so that the drop cannot be a regression. */
function appliedTest(
  { before, after }: ScoreLook,
  { test, n_paired: shared, change, p_value: p }: DropTest,
): Pick<Regression, "test" | "p_value"> | null {
  if (shared > 0) {
    // The automated scores of the shared samples must be lower, because the other samples may be harder.
    return test === null || p === null || change === null || change >= 0 ? null : { test, p_value: p };
  }
  // A drop of exactly 5 points may be slightly smaller after rounding.
  if (before.score - after.score < LARGE_DROP_POINTS - ROUNDING) return null;
  const welch = welchP(summaryOf(before), summaryOf(after));
  return welch === null ? null : { test: "welch", p_value: welch };
}

function severityOf(points: number): RegressionSeverity {
  if (points < LARGE_DROP_POINTS - ROUNDING) return "minor";
  return points < SEVERE_POINTS - ROUNDING ? "moderate" : "severe";
}

type Tested = { look: ScoreLook; n_paired: number } & Pick<Regression, "test" | "p_value" | "p_adjusted">;

/**
 * Returns the first later point with at least the score of each point; points without such a later point are
 * omitted.
 */
function recoveriesIn(series: readonly TrendPoint[]): Map<TrendPoint, TrendPoint> {
  const recoveries = new Map<TrendPoint, TrendPoint>();
  // The points whose score no later point has reached yet. Each has a lower score than the one before it.
  const open: TrendPoint[] = [];
  for (const point of series) {
    for (let last = open.at(-1); last && point.score >= last.score - ROUNDING; last = open.at(-1)) {
      recoveries.set(last, point);
      open.pop();
    }
    open.push(point);
  }
  return recoveries;
}

/** Returns the recoveries in all series. A drop may begin with a point that is earlier than the given points. */
function recoveriesOf(
  drops: readonly { drop: ScoreLook }[],
  points: readonly TrendPoint[],
): Map<TrendPoint, TrendPoint> {
  const given = new Set(points);
  const earlier = drops.flatMap(({ drop: { before } }) => (given.has(before) ? [] : [before]));
  const series = groupedBy([...earlier, ...points], (point) => point.series);
  return new Map([...series.values()].flatMap((own) => [...recoveriesIn(own)]));
}

function describe(
  { look: { before, after }, ...tested }: Tested,
  back: TrendPoint | undefined,
  zone: string,
): Regression {
  return {
    date: civilDay(after.at, zone),
    evaluation: after.evaluation,
    baseline: before.evaluation,
    before: before.score,
    after: after.score,
    change: after.score - before.score,
    severity: severityOf(before.score - after.score),
    recovered: back !== undefined,
    recovery_date: back ? civilDay(back.at, zone) : null,
    ...tested,
  };
}

/** Adjusts the p-values of the tested drops for all looks. A look without a test has p = 1. */
function adjusted(drops: readonly { drop: ScoreLook; test: DropTest }[], looks: number): Tested[] {
  const tested = drops.flatMap(({ drop: look, test }) => {
    const applied = appliedTest(look, test);
    return applied ? [{ look, n_paired: test.n_paired, ...applied }] : [];
  });
  const others = Array.from({ length: Math.max(0, looks - tested.length) }, () => 1);
  const corrected = holmAdjusted([...tested.map(({ p_value: p }) => p), ...others]);
  return tested.map((one, at) => ({ ...one, p_adjusted: corrected[at] ?? 1 }));
}

/**
 * Selects the drops that are unlikely to be due to chance. If the evaluations share samples, the paired test
 * decides. Otherwise the drop must be at least 5 points, and Welch's t test decides. Holm's correction for
 * all looks limits the probability of any false regression in the period to 5 %. A drop has recovered if a
 * later evaluation in its series reaches `before` again.
 *
 * @param looks the number of pairs of consecutive evaluations.
 * @param drops the looks with a lower later score, each with the result of its paired test.
 * @param points the points of the period, earliest first.
 * @param zone IANA name of the time zone of the dates.
 */
export function regressionsOf(
  { looks, drops }: { looks: number; drops: readonly { drop: ScoreLook; test: DropTest }[] },
  points: readonly TrendPoint[],
  zone: string,
): Regressions {
  const recoveries = recoveriesOf(drops, points);
  const found: Regressions = { looks, regressions: [], suspected: [] };
  for (const one of adjusted(drops, looks)) {
    if (!isSignificant(one.p_value)) continue;
    const list = isSignificant(one.p_adjusted) ? found.regressions : found.suspected;
    list.push(describe(one, recoveries.get(one.look.before), zone));
  }
  return found;
}
