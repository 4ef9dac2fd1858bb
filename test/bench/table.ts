import type { BenchRow } from "./bench-row.ts";

/** The machine of the run. */
export interface Machine {
  cpus: number;
  model: string;
  memoryGiB: number;
  /** Load average over the last minute at the end: more than the processes of the benchmark mean that others were running. */
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

/** A run as a Markdown table: our figures and those of the peer, their ratio, the target, and whether it is reached. */
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
  const head = ["what", "Assay", "beside", "ratio", "at least", ""];
  return [
    `${at.slice(0, 10)}: ${cpus} × ${model}, ${memoryGiB} GiB, Node.js ${node}; load ${significant.format(load)} at the end.`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...cells.map(line),
  ].join("\n");
}
