import type { ComparedShare, Comparison } from "../../generated/types.ts";
import { namesOf, safetyOf } from "../../report/text/comparison-text.ts";
import { changeTexts, numberText, pText } from "../../report/text/figure-text.ts";
import type { Output, TableContent } from "../output.ts";
import { tableParts } from "../results/table-parts.ts";

/** The figures in one table row, which is about either scores or a share of cases. */
type Figures = Pick<
  Comparison,
  "change" | "ci95" | "better" | "worse" | "p_adjusted" | "verdict" | "n_paired"
>;

/** A row: its label, the values of both systems, and the figures of their difference. */
interface ComparedRow {
  label: string;
  values: [before: number | null, after: number | null];
  figures: Figures;
}

const percentOf = ({ rate }: { rate: number | null }): number | null => rate && 100 * rate;

const shareRow = (label: string, share: ComparedShare): ComparedRow => ({
  label: `${label} %`,
  values: [percentOf(share.baseline), percentOf(share.candidate)],
  figures: share,
});

/** Returns the rows of a comparison: safety checks, the combined score, passed cases, single evaluators. */
function comparedRows(comparison: Comparison): ComparedRow[] {
  const { baseline, candidate, by_metric: metrics, passed } = comparison;
  return [
    ...safetyOf(comparison).map(({ name, share }) => shareRow(name, share)),
    {
      label: "combined",
      values: [baseline.aggregate_score, candidate.aggregate_score],
      figures: comparison,
    },
    shareRow("passed", passed),
    ...Object.entries(metrics)
      // The combined score of a single evaluator is its score.
      .filter(([, metric], _, all) => all.length > 1 || metric.change !== comparison.change)
      .map(([label, metric]): ComparedRow => ({
        label,
        values: [metric.baseline, metric.candidate],
        figures: metric,
      })),
  ];
}

/** Returns the cells of a row after its label. */
function cellsOf({ values: [before, after], figures }: ComparedRow): string[] {
  const { ci95, better, worse, n_paired: n, p_adjusted: p, verdict } = figures;
  const texts = changeTexts(figures.change, ci95);
  return [
    numberText(before, 1),
    numberText(after, 1),
    texts.change,
    texts.ci95,
    `${better} / ${worse} / ${n - better - worse}`,
    pText(p),
    verdict,
  ];
}

/** A table, and the number of columns at the left that each part repeats if it is too wide. */
interface WideTable extends TableContent {
  labels: number;
}

const differenceHeads = ["change", "95 % interval", "better / worse / same", "p", "verdict"];

function tableOfOne(comparison: Comparison): WideTable {
  const { before, after } = namesOf(comparison);
  const rows = comparedRows(comparison).map((row) => [row.label, ...cellsOf(row)]);
  return { head: ["", before, after, ...differenceHeads], rows, labels: 1 };
}

/** Returns all candidates in one table; rows about the same figure are together. */
function tableOfSeveral(comparisons: readonly Comparison[]): WideTable {
  const byFigure = new Map<string, string[][]>();
  for (const comparison of comparisons)
    for (const row of comparedRows(comparison)) {
      const cells = [row.label, namesOf(comparison).after, ...cellsOf(row)];
      byFigure.set(row.label, [...(byFigure.get(row.label) ?? []), cells]);
    }
  const head = ["", "candidate", comparisons[0]?.baseline.name ?? "", "value", ...differenceHeads];
  return { head, rows: [...byFigure.values()].flat(), labels: 2 };
}

/** Prints comparisons of distinctly named systems with one baseline as one table, or as several parts if it is too wide. */
export function showComparisonTable(comparisons: readonly Comparison[], output: Output): void {
  const [only, ...others] = comparisons;
  if (!only) return;
  const table = others.length === 0 ? tableOfOne(only) : tableOfSeveral(comparisons);
  output.tables(tableParts(table, output, table.labels));
}
