import type { TriageSummary } from "../../generated/types.ts";
import { element, type Plot, type PlotNode } from "../plot-node.ts";
import { cellCount, confusionTable, type Response, responsesOf } from "../text/confusion-table.ts";
import {
  emptyPlot,
  fitted,
  linePx,
  plotOf,
  type PlotOptions,
  textAt,
  textWidth,
  widthOf,
} from "./plot-frame.ts";

const rowPx = 30;
const minCellPx = 22;
/** Opacity of a cell with all samples of its row; text on it keeps a contrast of 4.5 : 1. */
const maxOpacity = 0.42;

interface Grid {
  triage: TriageSummary;
  responses: Response[];
  /** Left end of the first column, px. */
  left: number;
  /** Top of the first row, px. */
  top: number;
  cellPx: number;
}

function gridOf(triage: TriageSummary, width: number): Grid {
  const responses = responsesOf(triage);
  const widest = Math.max(...triage.levels.map(textWidth), textWidth("expected"));
  const left = Math.min(0.36 * width, widest + 16);
  const cellPx = Math.min(110, (width - left) / responses.length);
  const heading = Math.max(...responses.map(({ label }) => textWidth(label)));
  // Headings that are wider than their columns are turned by a quarter.
  const top = heading + 8 <= cellPx ? 2.4 * linePx : linePx + Math.min(heading, 130) + 10;
  return { triage, responses, left, top, cellPx };
}

function headingNodes({ responses, left, top, cellPx }: Grid, width: number): PlotNode[] {
  const isTurned = top > 2.4 * linePx;
  return [
    textAt({ x: left, y: 13 }, fitted("response of the system", width - left), { kind: "note" }),
    textAt({ x: 4, y: top - 8 }, "expected", { kind: "note" }),
    ...responses.map(({ label }, column) => {
      const x = left + (column + 0.5) * cellPx;
      return isTurned
        ? textAt({ x: x + 4, y: top - 8 }, fitted(label, 130), { rotated: -90 })
        : textAt({ x, y: top - 8 }, label, { anchor: "middle" });
    }),
  ];
}

function rowNodes({ triage, responses, left, top, cellPx }: Grid, level: string, row: number): PlotNode[] {
  const y = top + row * rowPx;
  const counts = responses.map(({ key }) => cellCount(triage, level, key));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const cells = responses.flatMap(({ key }, column) => {
    const x = left + column * cellPx;
    const count = counts[column] ?? 0;
    const opacity = total === 0 ? 0 : (maxOpacity * count) / total;
    const size = { x: x + 1, y: y + 1, width: cellPx - 2, height: rowPx - 2 };
    const isExact = key === level;
    return [
      element("rect", { class: "ap-cell", ...size, "fill-opacity": opacity }),
      element("rect", {
        class: isExact ? "ap-base" : "ap-line",
        ...size,
        "stroke-width": isExact ? 2.5 : 0.5,
      }),
      textAt({ x: x + cellPx / 2, y: y + rowPx / 2 + 4 }, String(count), { anchor: "middle" }),
    ];
  });
  return [textAt({ x: 4, y: y + rowPx / 2 + 4 }, fitted(level, left - 8)), ...cells];
}

/**
 * Draws the confusion matrix: expected levels as rows, responses as columns, the count in each cell. A darker
 * cell has a larger share of its row; exact responses have a thick frame.
 *
 * @param name name of the system.
 * @returns the matrix; a plot that states the reason if the columns would be narrower than 22 px.
 */
export function confusionPlot(name: string, triage: TriageSummary, options: PlotOptions = {}): Plot {
  const width = widthOf(options);
  const title = `Expected and given levels of ${name}`;
  const grid = gridOf(triage, width);
  const numbers = confusionTable(triage);
  if (grid.cellPx < minCellPx) {
    const reason = `${grid.responses.length} columns do not fit; see the numbers.`;
    return { ...emptyPlot(title, reason, options), numbers };
  }
  const marks = [
    ...headingNodes(grid, width),
    ...triage.levels.flatMap((level, row) => rowNodes(grid, level, row)),
  ];
  const description = `Counts over ${triage.total} samples. Rows are expected levels, columns are responses, most urgent first; to the right of the framed cells, a response is less urgent than expected.`;
  const height = Math.ceil(grid.top + rowPx * triage.levels.length + 4);
  return plotOf({ width, height, title, description, marks, numbers });
}
