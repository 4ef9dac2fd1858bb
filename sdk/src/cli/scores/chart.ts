import { plot, type Point } from "simple-ascii-chart";

/** A value and its label on the horizontal axis. */
export interface ChartPoint {
  label: string;
  value: number;
  /** The weight of the value in the mean when several points share a column. */
  weight: number;
}

const rows = 8;
/**
 * Number of characters in a line that are not columns: up to six for the label, and one each for the axis and
 * its arrow.
 */
const frameWidth = 8;

/** Joins neighbors into their weighted means until at most `maxColumns` points remain. */
function columnsOf(points: readonly ChartPoint[], maxColumns: number): ChartPoint[] {
  const perColumn = Math.ceil(points.length / maxColumns);
  return Array.from({ length: Math.ceil(points.length / perColumn) }, (_, column) => {
    const joined = points.slice(column * perColumn, (column + 1) * perColumn);
    const weight = joined.reduce((sum, point) => sum + point.weight, 0);
    const value = joined.reduce((sum, point) => sum + point.value * point.weight, 0) / weight;
    return { label: joined[0]?.label ?? "", value, weight };
  });
}

/**
 * Draws values as dots, one per column, with the earliest on the left. The vertical axis ranges from the
 * lowest to the highest value.
 *
 * @param points at least one point; each has a weight above 0.
 * @param width maximum line length in characters; neighbors are joined if there are more points than columns.
 */
export function dotChart(points: readonly ChartPoint[], width: number): string[] {
  const values = columnsOf(points, Math.max(1, width - frameWidth)).map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const chart = plot(
    values.map((value, column): Point => [column, value]),
    {
      mode: "point",
      width: values.length,
      height: low === high ? 1 : rows,
      hideXAxisTicks: true,
      customYAxisTicks: low === high ? [low] : [low, high],
      formatter: (value) => value.toFixed(1),
    },
  );
  const lines = chart
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const indent = " ".repeat((lines.at(-1)?.indexOf("└") ?? -1) + 1);
  const [first, last] = [points[0]?.label ?? "", points.at(-1)?.label ?? ""];
  return [...lines, `${indent}${first === last ? first : `${first} to ${last}`}`];
}

/** Draws a bar for a share of the whole; a share above 0 is always visible. */
export function bar(share: number, width: number): string {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * width * 8));
  const rest = " ▏▎▍▌▋▊▉"[eighths % 8] ?? "";
  return `${"█".repeat(Math.floor(eighths / 8))}${rest}`.trimEnd();
}
