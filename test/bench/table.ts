import type { BenchRow } from "./bench-row.ts";

/** The machine that ran the benchmarks. */
export interface Machine {
  cpus: number;
  model: string;
  memoryGiB: number;
  /**
   * Load average over the last minute of the run. If it exceeds the number of the benchmark's processes,
   * other programs were running.
   */
  load: number;
  node: string;
}

/** One run of benchmarks. */
export interface BenchRun {
  at: string;
  machine: Machine;
  rows: readonly BenchRow[];
}

const significant = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const times = (ratio: number): string => `${significant.format(ratio)} ×`;

const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;

/**
 * Formats a run as a Markdown table: our figures, the peer's figures, their ratio, the target and the result.
 */
export function tableOf({ at, machine, rows }: BenchRun): string {
  const { cpus, model, memoryGiB, load, node } = machine;
  const cells = rows.map((row) => [
    row.what,
    `${significant.format(row.ours)} ${row.unit}`,
    `${row.peer}: ${significant.format(row.theirs)} ${row.unit}`,
    times(row.ratio),
    row.atLeast === 0 ? "none set" : times(row.atLeast),
    row.atLeast === 0 ? "" : row.ratio >= row.atLeast ? "reached" : "**falls short**",
  ]);
  const head = ["measurement", "Assay", "compared with", "ratio", "minimum", "result"];
  return [
    `${at.slice(0, 10)}: ${cpus} × ${model}, ${memoryGiB} GiB, Node.js ${node}; load ${significant.format(load)} at the end.`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...cells.map(line),
  ].join("\n");
}
