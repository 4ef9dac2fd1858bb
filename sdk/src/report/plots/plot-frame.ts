// The common parts of all plots: style, sizes, and texts that are cut to the available width.
import { element, type NumbersTable, type Plot, type PlotNode } from "../plot-node.ts";

/** Size of a plot. */
export interface PlotOptions {
  /** Width in px, 240 to 2,000; default 680. The height follows from the data. */
  width?: number | undefined;
}

const minWidth = 240;
const maxWidth = 2000;
const defaultWidth = 680;

/** Returns the width of a plot. Widths outside 240 to 2,000 px become the nearest of these. */
export const widthOf = ({ width = defaultWidth }: PlotOptions): number =>
  Math.min(maxWidth, Math.max(minWidth, Math.round(width)));

/** Whether a plot is so narrow that texts are above the marks instead of beside them. */
export const isNarrow = (width: number): boolean => width < 560;

export const linePx = 18;
const charPx = 6.7;

/**
 * The colors, in light and dark mode. Texts have a contrast of at least 4.5 : 1, marks of at least 3 : 1. Shapes
 * and texts repeat what a color states, so that a plot is complete in gray.
 */
const plotStyle = [
  ".ap-text,.ap-note,.ap-head{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1c1e22;font-variant-numeric:tabular-nums}",
  ".ap-head{font-weight:600}",
  ".ap-note{fill:#565a62}",
  ".ap-line{stroke:#868b94;fill:none}",
  ".ap-base{stroke:#565a62;fill:none}",
  ".ap-mark{stroke:#2456a6;fill:#2456a6}",
  ".ap-cell{fill:#2456a6}",
  ".ap-band{fill:#868b94;fill-opacity:.18}",
  ".ap-page{fill:#fff}.ap-halo{paint-order:stroke;stroke:#fff;stroke-width:3px}",
  "@media (prefers-color-scheme:dark){",
  ".ap-text,.ap-head{fill:#e9ebee}.ap-note{fill:#a9aeb8}.ap-line{stroke:#7d838e}",
  ".ap-base{stroke:#a9aeb8}.ap-mark{stroke:#7fb0f5;fill:#7fb0f5}.ap-cell{fill:#7fb0f5}",
  ".ap-band{fill:#a9aeb8}.ap-page{fill:#16181c}.ap-halo{stroke:#16181c}",
  "}",
  "@media print{.ap-text,.ap-head,.ap-note{fill:#000}}",
].join("");

/** The content of a plot. */
export interface PlotContent {
  width: number;
  height: number;
  /** The title: the content of the plot in one line. */
  title: string;
  /** One sentence about how to read the plot. */
  description: string;
  marks: readonly PlotNode[];
  numbers: NumbersTable;
}

/** Puts marks into an `svg` element with a background, a title and a description. */
export function plotOf({ width, height, title, description, marks, numbers }: PlotContent): Plot {
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      role: "img",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    },
    [
      element("title", {}, [title]),
      element("desc", {}, [description]),
      element("style", {}, [plotStyle]),
      element("rect", { class: "ap-page", width, height }),
      ...marks,
    ],
  );
  return { svg, numbers };
}

/** Returns a plot without marks that states why it is empty. */
export function emptyPlot(title: string, reason: string, options: PlotOptions): Plot {
  const width = widthOf(options);
  const marks = [textAt({ x: 0, y: linePx }, fitted(reason, width), { kind: "note" })];
  const numbers = { head: ["figure"], rows: [[reason]] };
  return plotOf({ width, height: 2 * linePx, title, description: reason, marks, numbers });
}

/** Returns the estimated width of a text in px; characters of East Asian scripts and emoji count twice. */
export const textWidth = (text: string): number =>
  charPx * Array.from(text).reduce((sum, character) => sum + (character > "\u2E7F" ? 2 : 1), 0);

/**
 * Cuts a text to a width in px; a cut text ends with an ellipsis. A number that does not fit is omitted
 * completely, because its first digits would be another number. A text that consists only of digits is cut
 * between digits.
 */
export function fitted(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = "";
  for (const character of text) {
    if (textWidth(`${cut}${character}…`) > width) break;
    cut += character;
  }
  const isInNumber = /^\.?\d/.test(text.slice(cut.length));
  const whole = isInNumber ? cut.replace(/[-+]?\d[\d.]*$/, "") || cut : cut;
  return `${whole.trimEnd()}…`;
}

/** Position of a text: the start of its baseline. */
interface Position {
  x: number;
  y: number;
}

interface TextLook {
  kind?: "text" | "note" | "head";
  anchor?: "middle" | "end" | undefined;
  /** Whether the text has the color of the page around it, so that lines behind it do not cross it. */
  halo?: boolean;
  /** Rotation about the position in degrees. */
  rotated?: number | undefined;
}

/** Returns a text element. */
export function textAt({ x, y }: Position, text: string, look: TextLook = {}): PlotNode {
  const { kind = "text", anchor, rotated, halo = false } = look;
  const classes = `ap-${kind}${halo ? " ap-halo" : ""}`;
  const transform = rotated === undefined ? undefined : `rotate(${rotated} ${x.toFixed(2)} ${y.toFixed(2)})`;
  return element("text", { class: classes, x, y, "text-anchor": anchor, transform }, [text]);
}
