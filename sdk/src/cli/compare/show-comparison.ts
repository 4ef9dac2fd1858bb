import type { ComparedShare, Comparison, ComparisonSet } from "../../generated/types.ts";
import type { Output, TableContent } from "../output.ts";
import { cautions, namesOf, safetyOf, verdictText } from "../../report/text/comparison-text.ts";
import { pText } from "../../report/text/figure-text.ts";

const number = (value: number | null, digits = 1): string => (value === null ? "–" : value.toFixed(digits));
const signed = (value: number | null): string =>
  value === null ? "–" : `${value > 0 ? "+" : ""}${value.toFixed(1)}`;

/** The figures in one table row, which is about either scores or a share of cases. */
type Figures = Pick<
  Comparison,
  "change" | "ci95" | "better" | "worse" | "p_adjusted" | "verdict" | "n_paired"
>;

function rowOf(label: string, [before, after]: (number | null)[], figures: Figures): string[] {
  const { change, ci95, better, worse, n_paired: n, p_adjusted: p, verdict } = figures;
  const ties = n - better - worse;
  return [
    label,
    number(before ?? null),
    number(after ?? null),
    signed(change),
    ci95 ? `${signed(ci95[0])} to ${signed(ci95[1])}` : "–",
    `${better} / ${worse} / ${ties}`,
    pText(p),
    verdict,
  ];
}

/** Returns the row of a share of cases, in percent. */
const shareRow = (label: string, share: ComparedShare): string[] =>
  rowOf(`${label} (%)`, [percentOf(share.baseline), percentOf(share.candidate)], share);

const percentOf = ({ rate }: { rate: number | null }): number | null => rate && 100 * rate;

const legend =
  "Scores (0-100) of the cases scored in both evaluations. Change is in points. Better, worse and same are numbers of cases. The p values of single evaluators and safety checks are corrected for their number (Holm).";

const emphasisOf = (verdict: Comparison["verdict"]) =>
  verdict === "improved"
    ? "green"
    : verdict === "regressed"
      ? "red"
      : verdict === "no_difference"
        ? "bold"
        : "yellow";

/**
 * If a comparison is shown as two tables, the first one has this number of columns: the label, both scores,
 * the change and its interval.
 */
const columnsOfScores = 5;

/** Prints a comparison as one table (or as two if one is too wide), and prints the verdict as a sentence. */
export function showComparison(comparison: Comparison, output: Output): void {
  const { baseline, candidate, by_metric: metrics, verdict } = comparison;
  const { before, after } = namesOf(comparison);
  const head = ["", before, after, "change", "95 % interval", "better / worse / same", "p", "verdict"];
  const combined = rowOf("combined", [baseline.aggregate_score, candidate.aggregate_score], comparison);
  const rows = Object.entries(metrics).map(([key, metric]) =>
    rowOf(key, [metric.baseline, metric.candidate], metric),
  );
  const safety = safetyOf(comparison).map(({ name, share }) => shareRow(name, share));
  const table = { head, rows: [...safety, combined, shareRow("passed", comparison.passed), ...rows] };
  output.tables(output.fits([table]) ? [table] : halvesOf(table));
  output.line({ text: legend, emphasis: "dim" });
  output.line();
  output.line({ text: verdictText(comparison), emphasis: emphasisOf(verdict) });
  for (const caution of cautions(comparison)) output.line(`! ${caution}`);
}

const leftOf = <Value>(row: readonly Value[]): Value[] => row.slice(0, columnsOfScores);

const rightOf = <Value>(row: readonly Value[]): Value[] => [
  ...row.slice(0, 1),
  ...row.slice(columnsOfScores),
];

function halvesOf({ head, rows }: TableContent): TableContent[] {
  return [
    { head: leftOf(head), rows: rows.map((row) => leftOf(row)) },
    { head: rightOf(head), rows: rows.map((row) => rightOf(row)) },
  ];
}

/** Prints the comparison of each candidate with the baseline, and the ranking of the candidates. */
export function showComparisonSet({ candidates, ranking }: ComparisonSet, output: Output): void {
  for (const comparison of candidates) {
    showComparison(comparison, output);
    output.line();
  }
  const rows = ranking.flatMap(({ evaluation, change, ci95, verdict }) => {
    const own = candidates.find(({ candidate }) => candidate.id === evaluation);
    if (!own) return [];
    const interval = ci95 ? `${signed(ci95[0])} to ${signed(ci95[1])}` : "–";
    return [[namesOf(own).after, signed(change), interval, verdict]];
  });
  output.tables([{ head: ["ranking", "change", "95 % interval", "verdict"], rows }]);
}
