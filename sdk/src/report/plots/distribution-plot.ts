import type { EvaluationScores } from "../../generated/types.ts";
import { element, type Plot } from "../plot-node.ts";
import { emptyPlot, fitted, linePx, plotOf, type PlotOptions, textAt, widthOf } from "./plot-frame.ts";

const rowPx = 20;
const labelPx = 60;
const countPx = 60;

/**
 * Draws how many samples have a combined score in each range, as one bar per range.
 *
 * @param name name of the system.
 * @param scores requested with `include_distribution=true`.
 */
export function distributionPlot(name: string, scores: EvaluationScores, options: PlotOptions = {}): Plot {
  const title = `Distribution of the combined scores of ${name}`;
  const buckets = scores.distribution?.buckets ?? [];
  const largest = Math.max(0, ...buckets.map(({ count }) => count));
  if (largest === 0) return emptyPlot(title, "No sample has a score.", options);
  const width = widthOf(options);
  const perSample = (width - labelPx - countPx) / largest;
  const marks = buckets.toReversed().flatMap(({ range, count }, row) => {
    const y = row * rowPx;
    const length = count * perSample;
    return [
      textAt({ x: labelPx - 8, y: y + 14 }, fitted(range, labelPx - 8), { anchor: "end" }),
      element("rect", { class: "ap-cell", x: labelPx, y: y + 3, width: length, height: rowPx - 6 }),
      textAt({ x: labelPx + length + 6, y: y + 14 }, String(count)),
    ];
  });
  const caption = `samples by score (0-100), n ${scores.sample_count}`;
  marks.push(
    textAt({ x: labelPx, y: buckets.length * rowPx + linePx }, fitted(caption, width - labelPx), {
      kind: "note",
    }),
  );
  const numbers = {
    head: ["score", "samples"],
    rows: buckets.map(({ range, count }) => [range, String(count)]),
  };
  const description = `Number of samples by range of the combined score, over ${scores.sample_count} scored samples.`;
  return plotOf({ width, height: buckets.length * rowPx + 2 * linePx, title, description, marks, numbers });
}
