// A plot of estimates with intervals: one row per figure, one axis for all rows.
import { scaleLinear } from "d3-scale";
import { element, type NumbersTable, type Plot, type PlotNode } from "../plot-node.ts";
import { shapeAt } from "./marker-shapes.ts";
import { fitted, isNarrow, linePx, plotOf, type PlotOptions, textAt, widthOf } from "./plot-frame.ts";

/** One figure: an estimate and its interval, on the axis of the plot. */
export interface IntervalRow {
  label: string;
  /** Number of the system from 0, the baseline; it determines the shape. */
  series: number;
  /** Null if the figure is undefined. */
  estimate: number | null;
  interval: readonly [low: number, high: number] | null;
  /** The figure as text; for an undefined figure, the reason. */
  text: string;
}

/** Rows with a common heading. */
export interface IntervalGroup {
  heading: string;
  rows: readonly IntervalRow[];
}

/** The axis of all rows. */
export interface IntervalAxis {
  domain: readonly [low: number, high: number];
  /** The quantity on the axis, with its unit. */
  label: string;
  /** Value of a vertical line, such as 0 for no change. */
  reference?: number | undefined;
  /** Irrelevant range around the reference. */
  band?: readonly [low: number, high: number] | undefined;
  /** Meaning of the left and the right end. */
  ends?: readonly [left: string, right: string] | undefined;
}

/** An interval plot. */
export interface IntervalPlot {
  title: string;
  description: string;
  axis: IntervalAxis;
  groups: readonly IntervalGroup[];
  numbers: NumbersTable;
}

/** Where the parts of the plot are, in px. */
interface Layout {
  width: number;
  narrow: boolean;
  /** Ends of the axis. */
  left: number;
  right: number;
  /** Height of one row. */
  rowPx: number;
}

const padding = 10;

function layoutOf(options: PlotOptions): Layout {
  const width = widthOf(options);
  if (isNarrow(width))
    return { width, narrow: true, left: padding, right: width - padding, rowPx: 3 * linePx };
  return { width, narrow: false, left: 0.3 * width, right: 0.64 * width, rowPx: 1.4 * linePx };
}

type Scale = (value: number) => number;

/** Returns the mark of a row: the interval as a line with ends, the estimate as a shape. */
function markOf({ estimate, interval, series }: IntervalRow, y: number, scale: Scale): PlotNode[] {
  const look = series === 0 ? "ap-base" : "ap-mark";
  const nodes: PlotNode[] = [];
  if (interval) {
    const [low, high] = [scale(interval[0]), scale(interval[1])];
    const path = `M${low.toFixed(2)} ${y - 4}V${y + 4}M${low.toFixed(2)} ${y}H${high.toFixed(2)}M${high.toFixed(2)} ${y - 4}V${y + 4}`;
    nodes.push(element("path", { class: look, d: path, "stroke-width": 1.5 }));
  }
  if (estimate !== null) nodes.push(shapeAt({ x: scale(estimate), y }, series));
  return nodes;
}

function rowNodes(
  row: IntervalRow,
  top: number,
  { layout, scale }: { layout: Layout; scale: Scale },
): PlotNode[] {
  const { width, narrow, left, right } = layout;
  const baseline = top + 13;
  if (narrow) {
    const room = width - 2 * padding;
    return [
      textAt({ x: padding, y: baseline }, fitted(row.label, room), { halo: true }),
      textAt({ x: padding, y: baseline + 16 }, fitted(row.text, room), { halo: true }),
      ...markOf(row, Math.round(top + 2.3 * linePx), scale),
    ];
  }
  return [
    textAt({ x: padding, y: baseline }, fitted(row.label, left - 3 * padding)),
    textAt({ x: right + 2 * padding, y: baseline }, fitted(row.text, width - right - 2 * padding)),
    ...markOf(row, Math.round(top + 9), scale),
  ];
}

/** Returns the axis with its ticks, the reference line and the band. */
function axisNodes(
  { domain, label, reference, band, ends }: IntervalAxis,
  { left, right, narrow }: Layout,
  [top, bottom]: readonly [number, number],
): { behind: PlotNode[]; below: PlotNode[] } {
  const scale = scaleLinear([...domain], [left, right]);
  const vertical = (value: number, dash?: string): PlotNode => {
    const x = scale(value);
    return element("line", { class: "ap-line", x1: x, x2: x, y1: top, y2: bottom, "stroke-dasharray": dash });
  };
  const behind: PlotNode[] = [];
  if (band) {
    const [x, end] = [scale(band[0]), scale(band[1])];
    behind.push(element("rect", { class: "ap-band", x, y: top, width: end - x, height: bottom - top }));
  }
  if (reference !== undefined) behind.push(vertical(reference, "3 3"));
  const below: PlotNode[] = [
    element("line", { class: "ap-line", x1: left, x2: right, y1: bottom, y2: bottom }),
  ];
  for (const tick of scale.ticks(narrow ? 4 : 5)) {
    const x = scale(tick);
    below.push(element("line", { class: "ap-line", x1: x, x2: x, y1: bottom, y2: bottom + 4 }));
    below.push(textAt({ x, y: bottom + 16 }, String(tick), { kind: "note", anchor: "middle" }));
  }
  const captionY = bottom + 33;
  const caption = ends ? `← ${ends[0]} | ${ends[1]} →` : label;
  below.push(textAt({ x: (left + right) / 2, y: captionY }, caption, { kind: "note", anchor: "middle" }));
  return { behind, below };
}

/** Draws rows of estimates and intervals. Undefined figures state their reason instead of a mark. */
export function intervalPlot(plot: IntervalPlot, options: PlotOptions): Plot {
  const { title, description, axis, groups, numbers } = plot;
  const layout = layoutOf(options);
  const scale = scaleLinear([...axis.domain], [layout.left, layout.right]).clamp(true);
  const nodes: PlotNode[] = [];
  let y = 0;
  for (const { heading, rows } of groups) {
    nodes.push(
      textAt({ x: padding, y: y + 14 }, fitted(heading, layout.width - 2 * padding), {
        kind: "head",
        halo: true,
      }),
    );
    y += 1.3 * linePx;
    for (const row of rows) {
      nodes.push(...rowNodes(row, y, { layout, scale }));
      y += layout.rowPx;
    }
    y += 0.4 * linePx;
  }
  const { behind, below } = axisNodes(axis, layout, [0, y]);
  const marks = [...behind, ...nodes, ...below];
  return plotOf({ width: layout.width, height: Math.ceil(y + 42), title, description, marks, numbers });
}
