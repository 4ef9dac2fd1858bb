/** A value with what stands below it on the axis. */
export interface ChartPoint {
  label: string;
  value: number;
  /** How much it counts when several share a column. */
  weight: number;
}

const rows = 8;
const axisWidth = 9;

/** Joins neighbours, by their weights, until there are no more than fit. */
function columnsOf(points: readonly ChartPoint[], most: number): ChartPoint[] {
  const perColumn = Math.ceil(points.length / most);
  return Array.from({ length: Math.ceil(points.length / perColumn) }, (_, column) => {
    const joined = points.slice(column * perColumn, (column + 1) * perColumn);
    const weight = joined.reduce((sum, point) => sum + point.weight, 0);
    const value = joined.reduce((sum, point) => sum + point.value * point.weight, 0) / weight;
    return { label: joined[0]?.label ?? "", value, weight };
  });
}

/**
 * Values as dots above each other, the earliest to the left; the axis goes from the lowest to the highest.
 *
 * @param points at least one, each of a weight above 0.
 * @param width columns of text that the chart may take; neighbours are joined where it has fewer.
 */
export function dotChart(points: readonly ChartPoint[], width: number): string[] {
  const columns = columnsOf(points, Math.max(1, width - axisWidth));
  const values = columns.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const height = high === low ? 1 : rows;
  const rowOf = (value: number) =>
    height === 1 ? 0 : Math.round(((value - low) / (high - low)) * (height - 1));
  const lines = Array.from({ length: height }, (_, fromTop) => {
    const row = height - 1 - fromTop;
    const isEdge = row === 0 || row === height - 1;
    const label = isEdge ? (row === 0 ? low : high).toFixed(1) : "";
    const dots = values.map((value) => (rowOf(value) === row ? "●" : " ")).join("");
    return `${label.padStart(axisWidth - 3)} ${isEdge ? "┤" : "│"} ${dots}`.trimEnd();
  });
  const [first, last] = [points[0]?.label ?? "", points.at(-1)?.label ?? ""];
  return [...lines, `${" ".repeat(axisWidth)}${first === last ? first : `${first} to ${last}`}`];
}

/** A bar of a share of the whole: what is above 0 shows at least a little. */
export function bar(share: number, width: number): string {
  const eighths = share <= 0 ? 0 : Math.max(1, Math.round(Math.min(1, share) * width * 8));
  const rest = " ▏▎▍▌▋▊▉"[eighths % 8] ?? "";
  return `${"█".repeat(Math.floor(eighths / 8))}${rest}`.trimEnd();
}
