import { counted } from "@assay/contract/domain";
import type { ScoreTrends } from "../../generated/types.ts";
import { changeTexts, numberText, pText, signedText } from "../../report/text/figure-text.ts";
import { distinctNames } from "../../report/text/system-names.ts";
import type { Output, TableContent } from "../output.ts";
import { dotChart } from "./chart.ts";

const chartWidth = 80;
const dayMs = 86_400_000;

/** Returns the direction in words. A newer server can return other directions, which are shown unchanged. */
function directionText({
  direction,
  trend_confidence: confidence,
  stable_margin: margin,
}: ScoreTrends): string {
  const texts: Record<string, string | undefined> = {
    improving: "Improving",
    declining: "Declining",
    stable: `Stable: the change over the period is at most ${counted(margin, "point")}`,
    insufficient_data:
      confidence === "inconclusive"
        ? "Inconclusive: the slope may be due to chance, and changes above the margin are possible"
        : "Insufficient data: a trend requires three evaluations at different times",
  };
  return texts[direction] ?? direction;
}

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
function trendText(trends: ScoreTrends): string {
  const { slope, slope_ci95: interval, time_series: days } = trends;
  const text = directionText(trends);
  if (slope === null || !interval) return `${text}.`;
  // Within a few minutes, even a chance difference would correspond to thousands of points per week.
  if (!spanADay(days))
    return `${text}. The evaluations may span less than a day, too short for a weekly slope.`;
  const { change, ci95 } = changeTexts(slope, interval);
  return `${text}; ${change} points per week (95 % interval ${ci95}).`;
}

function figuresText({ current, data_points: points, sample_count: samples, min, max }: ScoreTrends): string {
  if (current === null || min === null || max === null)
    return "No evaluation scored a sample in this period.";
  return `Mean ${current.toFixed(1)} over ${counted(samples, "sample")} of ${counted(points, "evaluation")}; the scores of the evaluations range from ${min.toFixed(1)} to ${max.toFixed(1)}.`;
}

type Drops = NonNullable<ScoreTrends["regressions"]>;

function dropsTable(drops: Drops, names: readonly string[]): TableContent {
  const head = [
    "date",
    "evaluation",
    "before",
    "after",
    "change",
    "severity",
    "p",
    "p adjusted",
    "recovered",
  ];
  const rows = drops.map((one, place) => [
    one.date,
    names[place] ?? one.evaluation,
    one.before.toFixed(1),
    one.after.toFixed(1),
    signedText(one.change),
    one.severity,
    pText(one.p_value),
    pText(one.p_adjusted),
    one.recovery_date ?? "no",
  ]);
  return { head, rows };
}

function showDrops({ regressions = [], suspected = [], looks = 0 }: ScoreTrends, output: Output): void {
  const names = distinctNames(
    [...regressions, ...suspected].map(({ evaluation: id, evaluation_name: name }) => ({ id, name })),
  );
  if (regressions.length > 0) {
    output.line();
    output.line({ text: `${counted(regressions.length, "regression")}:`, emphasis: "red" });
    output.tables([dropsTable(regressions, names)]);
  }
  if (suspected.length === 0) return;
  output.line();
  const text = `${counted(suspected.length, "suspected drop")}, which may be due to chance among ${counted(looks, "pair")} of evaluations:`;
  output.line({ text, emphasis: "yellow" });
  output.tables([dropsTable(suspected, names.slice(regressions.length))]);
}

/** Returns the name of each series: its dataset, and its latest evaluation if the dataset has several series. */
function seriesNames(series: ScoreTrends["series"]): string[] {
  const names = distinctNames(series.map(({ dataset: id, dataset_name: name }) => ({ id, name })));
  return series.map(({ dataset, latest_evaluation: latest }, place) => {
    const isOnly = series.filter((one) => one.dataset === dataset).length === 1;
    return `${names[place] ?? dataset}${isOnly ? "" : `, latest ${latest}`}`;
  });
}

/** Prints the trend of each series, if there are several. */
function showSeries({ series, excluded_points: excluded }: ScoreTrends, output: Output): void {
  if (series.length < 2) return;
  const names = seriesNames(series);
  const rows = series.map((one, place) => [
    names[place] ?? one.dataset,
    String(one.data_points),
    numberText(one.current, 1),
    one.trend_confidence === "inconclusive" ? "inconclusive" : one.direction.replace("_", " "),
    changeTexts(one.slope, one.slope_ci95).change,
  ]);
  output.line();
  output.tables([{ head: ["series", "evaluations", "mean", "direction", "points per week"], rows }]);
  if (excluded === 0) return;
  const text = `The figures above cover the first series. They exclude ${counted(excluded, "evaluation")} of another dataset or with other evaluator settings; --pooled includes them.`;
  output.line({ text, emphasis: "dim" });
}

/** Returns, for example, `last 30 days` or `2024-01-01 to 2026-12-31`. */
const periodText = (period: string): string =>
  period.includes("/")
    ? period.replace("/", " to ")
    : `last ${period === "1y" ? "365 days" : period.replace("d", " days")}`;

/** Prints a trend as a chart and a sentence, with its series, its regressions and the suspected drops. */
export function showTrends(trends: ScoreTrends, output: Output): void {
  const { evaluator, period, time_series: days, time_zone: zone } = trends;
  const zoneText = zone === "UTC" ? "" : ` (${zone})`;
  output.line(`${evaluator ?? "Combined scores"}, ${periodText(period)}${zoneText}`);
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
  showSeries(trends, output);
  showDrops(trends, output);
}
