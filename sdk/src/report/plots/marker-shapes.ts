import { element, type PlotNode } from "../plot-node.ts";

/** Paths of the candidates' shapes around 0, 0; about 10 px wide. */
const shapes = [
  "M0 -5.5L5.5 0L0 5.5L-5.5 0Z",
  "M-4.5 -4.5H4.5V4.5H-4.5Z",
  "M0 -5.5L5.5 4.5H-5.5Z",
  "M0 5.5L5.5 -4.5H-5.5Z",
];

/**
 * Returns the shape of a system: an open circle for the baseline, filled shapes for the candidates. Shapes repeat
 * from the fifth candidate; each row also names its system.
 *
 * @param series number of the system from 0, the baseline.
 */
export function shapeAt({ x, y }: { x: number; y: number }, series: number): PlotNode {
  if (series === 0) return element("circle", { class: "ap-base", cx: x, cy: y, r: 4.5, "stroke-width": 2 });
  const transform = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
  return element("path", { class: "ap-mark", d: shapes[(series - 1) % shapes.length], transform });
}
