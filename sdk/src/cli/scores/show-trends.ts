import { counted } from "@assay/contract/domain";
import type { ScoreTrends } from "../../generated/types.ts";
import { pText } from "../../report/text/figure-text.ts";
import type { Output, TableContent } from "../output.ts";
import { dotChart } from "./chart.ts";

const chartWidth = 80;
const dayMs = 86_400_000;

/** Formats points with a sign; a number that rounds to 0 has none. */
function signed(points: number): string {
  const shown = Math.abs(points).toFixed(1);
  if (shown === "0.0") return shown;
  return `${points > 0 ? "+" : "-"}${shown}`;
}

// A newer server can return other directions, which are shown unchanged.
const directionTexts: Record<string, string | undefined> = {
  improving: "Improving",
  declining: "Declining",
  stable: "Stable: the slope does not differ significantly from 0",
  insufficient_data: "Insufficient data: a trend requires three evaluations at different times",
};

const emphases: Record<string, "green" | "red" | "bold" | undefined> = {
  improving: "green",
  declining: "red",
  stable: "bold",
};

/**
 * Returns whether more than one day lies between the first and the last date. The evaluations then span at
 * least one whole day.
 */
function spanADay(days: ScoreTrends["time_series"]): boolean {
  const [first, last] = [days.at(0), days.at(-1)];
  return first !== undefined && last !== undefined && Date.parse(last.date) - Date.parse(first.date) > dayMs;
}

/** Describes the trend in one sentence. */
function trendText({ direction, slope, slope_ci95: interval, time_series: days }: ScoreTrends): string {
  const directionText = directionTexts[direction] ?? direction;
  if (slope === null || !interval) return `${directionText}.`;
  // Within a few minutes, even a chance difference would correspond to thousands of points per week.
  if (!spanADay(days))
    return `${directionText}. The evaluations may span less than a day, too short for a weekly slope.`;
  const [low, high] = interval.map(signed);
  return `${directionText}; ${signed(slope)} points per week (95 % interval ${low} to ${high}).`;
}

function figuresText({ current, data_points: points, sample_count: samples, min, max }: ScoreTrends): string {
  if (current === null || min === null || max === null)
    return "No evaluation scored a sample in this period.";
  return `Mean ${current.toFixed(1)} over ${counted(samples, "sample")} of ${counted(points, "evaluation")}; the scores of the evaluations range from ${min.toFixed(1)} to ${max.toFixed(1)}.`;
}

function regressionsTable(regressions: NonNullable<ScoreTrends["regressions"]>): TableContent {
  const head = ["date", "evaluation", "before", "after", "change", "severity", "p", "recovered"];
  const rows = regressions.map((one) => [
    one.date,
    one.evaluation,
    one.before.toFixed(1),
    one.after.toFixed(1),
    signed(one.change),
    one.severity,
    pText(one.p_value),
    one.recovery_date ?? "no",
  ]);
  return { head, rows };
}

/** Returns, for example, `last 30 days` or `2024-01-01 to 2026-12-31`. */
const periodText = (period: string): string =>
  period.includes("/")
    ? period.replace("/", " to ")
    : `last ${period === "1y" ? "365 days" : period.replace("d", " days")}`;

/** Prints a trend as a chart, a sentence and the list of regressions. */
export function showTrends(trends: ScoreTrends, output: Output): void {
  const { evaluator, period, time_series: days, regressions = [] } = trends;
  output.line(`${evaluator ?? "Combined scores"}, ${periodText(period)}`);
  output.line();
  if (days.length > 0) {
    const points = days.map(({ date, score, sample_count: weight }) => ({
      label: date,
      value: score,
      weight,
    }));
    for (const line of dotChart(points, chartWidth)) output.line(line);
    output.line();
  }
  output.line({ text: trendText(trends), emphasis: emphases[trends.direction] ?? "yellow" });
  output.line(figuresText(trends));
  if (regressions.length === 0) return;
  output.line();
  output.line({ text: `${counted(regressions.length, "regression")}:`, emphasis: "red" });
  output.tables([regressionsTable(regressions)]);
}
