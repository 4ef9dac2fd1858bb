import type { BenchRow } from "./bench-row.ts";

/** What was measured on. */
export interface Machine {
  cpus: number;
  model: string;
  memoryGiB: number;
  /** Processes that ran or waited at the end, over a minute: more than the bench's own say that it was not alone. */
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

/** A run as a table in Markdown: figures of ours beside the peer's, their ratio, what it should be, and whether it is. */
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
