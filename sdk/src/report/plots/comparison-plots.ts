import type { Comparison } from "../../generated/types.ts";
import type { Plot } from "../plot-node.ts";
import { safetyOf } from "../text/comparison-text.ts";
import { changeTexts, pText } from "../text/figure-text.ts";
import { withDistinctSystems } from "../text/system-names.ts";
import { type IntervalAxis, type IntervalGroup, intervalPlot } from "./interval-plot.ts";
import type { PlotOptions } from "./plot-frame.ts";

/** The figures of one row, which is about either scores or a share of samples. */
type Compared = Pick<Comparison, "change" | "ci95" | "p_adjusted" | "verdict" | "n_paired">;

/** One figure of a comparison. */
interface ComparedFigure {
  heading: string;
  figures: Compared;
}

const textOf = ({ change, ci95, p_adjusted: p, n_paired: n }: Compared): string => {
  if (change === null) return `undefined: no pair (n ${n})`;
  const texts = changeTexts(change, ci95);
  const interval = ci95 ? ` [${texts.ci95}]` : "";
  return `${texts.change}${interval}, p ${pText(p)}`;
};

/** Returns one group per figure, with one row per candidate. */
function groupsOf(
  comparisons: readonly Comparison[],
  read: (comparison: Comparison) => readonly ComparedFigure[],
): IntervalGroup[] {
  const groups = new Map<string, IntervalGroup["rows"][number][]>();
  for (const [index, comparison] of comparisons.entries())
    for (const { heading, figures } of read(comparison)) {
      const { change: estimate, ci95: interval } = figures;
      const row = {
        label: comparison.candidate.name,
        series: index + 1,
        estimate,
        interval,
        text: textOf(figures),
      };
      groups.set(heading, [...(groups.get(heading) ?? []), row]);
    }
  return [...groups].map(([heading, rows]) => ({ heading, rows }));
}

/** Returns an axis around 0 that contains every interval and the margin. */
function axisOf(
  groups: readonly IntervalGroup[],
  margin: number,
): Pick<IntervalAxis, "domain" | "reference"> {
  const values = groups.flatMap(({ rows }) =>
    rows.flatMap(({ estimate, interval }) => [estimate ?? 0, ...(interval ?? [])]),
  );
  const extent = Math.max(1, 1.5 * margin, ...values.map((value) => Math.abs(value)));
  const end = Math.min(100, 1.05 * extent);
  return { domain: [-end, end], reference: 0 };
}

function forest(
  compared: readonly Comparison[],
  {
    figures,
    kind,
    ends,
    margin,
  }: {
    figures: (comparison: Comparison) => readonly ComparedFigure[];
    kind: string;
    ends: readonly [left: string, right: string];
    margin: number;
  },
  options: PlotOptions,
): Plot | undefined {
  const comparisons = withDistinctSystems(compared);
  const groups = groupsOf(comparisons, figures);
  const [first] = comparisons;
  if (!first || groups.length === 0) return undefined;
  const numbers = {
    head: ["figure", "candidate", "change [95 % interval], adjusted p", "verdict"],
    rows: comparisons.flatMap((comparison) =>
      figures(comparison).map(({ heading, figures: own }) => [
        heading,
        comparison.candidate.name,
        textOf(own),
        own.verdict,
      ]),
    ),
  };
  const title = `${kind} compared with ${first.baseline.name}`;
  const shaded = margin > 0 ? ` Changes within the shaded ± ${margin} points are irrelevant.` : "";
  const description = `Change in points with 95 % interval, one row per candidate, over the same samples.${shaded}`;
  const band: Pick<IntervalAxis, "band"> = margin > 0 ? { band: [-margin, margin] } : {};
  const axis = { ...axisOf(groups, margin), label: "change in points", ends, ...band };
  return intervalPlot({ title, description, axis, groups, numbers }, options);
}

const scoreFigures = (comparison: Comparison): ComparedFigure[] => [
  { heading: "combined score", figures: comparison },
  { heading: "passed", figures: comparison.passed },
  ...Object.entries(comparison.by_metric).map(([heading, figures]) => ({ heading, figures })),
];

const safetyFigures = (comparison: Comparison): ComparedFigure[] =>
  safetyOf(comparison).map(({ name, share }) => ({ heading: name, figures: share }));

/**
 * Draws the changes of the scores of each candidate, with the equivalence margin shaded.
 *
 * @param comparisons comparisons with one baseline.
 * @returns undefined without a comparison.
 */
export const forestPlot = (comparisons: readonly Comparison[], options: PlotOptions = {}): Plot | undefined =>
  forest(
    comparisons,
    {
      figures: scoreFigures,
      kind: "Scores (points)",
      ends: ["worse", "better"],
      margin: comparisons[0]?.equivalence_margin ?? 0,
    },
    options,
  );

/**
 * Draws the changes of the shares of missed emergencies, red flags and escalations. These shares have no margin.
 *
 * @param comparisons comparisons with one baseline.
 * @returns undefined if no comparison has a safety check.
 */
export const safetyForestPlot = (
  comparisons: readonly Comparison[],
  options: PlotOptions = {},
): Plot | undefined =>
  forest(
    comparisons,
    {
      figures: safetyFigures,
      kind: "Missed cases (% points)",
      ends: ["fewer missed", "more missed"],
      margin: 0,
    },
    options,
  );
