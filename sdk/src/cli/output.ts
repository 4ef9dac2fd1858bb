import { styleText } from "node:util";
import CliTable from "cli-table3";
import { createProgress, type Progress } from "./progress.ts";
import { mayColour, printable, type Io } from "./terminal.ts";

/** A table's cell; null is shown as a dash. */
export type Cell = string | number | null;

/** A table: numbers stand to the right. */
export interface TableContent {
  head: readonly string[];
  rows: ReadonlyArray<readonly Cell[]>;
}

/** How text may stand out. */
type Emphasis = "bold" | "dim" | "red" | "green" | "yellow";

/** What the command says: results on stdout, all else on stderr, so that results can be piped on. */
export interface Output {
  /** Whether the results are for a machine: then stdout holds one JSON document and nothing else. */
  readonly json: boolean;
  /** A line of the result, for people. */
  line(text?: string): void;
  /** A table of the result, for people. */
  table(content: TableContent): void;
  /** The result for machines; call it once. */
  data(value: unknown): void;
  /** A remark, in both modes. */
  note(text: string): void;
  /** A display of how far work is, in both modes. */
  progress(label: string): Progress;
  /** The text as it stands out on stdout, where that can show it. */
  style(emphasis: Emphasis, text: string): string;
  /** Ends every progress display. */
  close(): void;
}

/** An output over the command's streams; `json` turns the lines and tables off and the data on. */
export function createOutput(io: Io, json: boolean): Output {
  const displays: Progress[] = [];
  const colours = mayColour(io.stdout, io.env);
  const toPeople = (text: string): void => {
    if (!json) io.stdout.write(`${text}\n`);
  };
  return {
    json,
    line: (text = "") => toPeople(text),
    table: (content) => toPeople(renderTable(content, { lines: io.stdout.isTTY === true, colours })),
    data(value) {
      if (json) io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => void io.stderr.write(`${text}\n`),
    progress(label) {
      const display = createProgress(label, io);
      displays.push(display);
      return display;
    },
    style: (emphasis, text) => (colours ? styled(emphasis, text) : text),
    close() {
      for (const display of displays.splice(0)) display.stop();
    },
  };
}

/** A table as text: framed on a terminal, elsewhere columns that are apart by two spaces. */
export function renderTable(
  { head, rows }: TableContent,
  look: { lines: boolean; colours: boolean },
): string {
  const isNumeric = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const table = new CliTable({
    head: head.map((title) => (look.colours ? styled("bold", title) : title)),
    colAligns: isNumeric.map((numeric) => (numeric ? "right" : "left")),
    style: { head: [], border: [], ...(look.lines ? {} : plain.style) },
    ...(look.lines ? {} : { chars: plain.chars }),
  });
  table.push(...rows.map((row) => row.map((cell) => (cell === null ? "–" : printable(String(cell))))));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

/** Whether colours may be used is decided by who calls, not by what this process's own stdout is. */
const styled = (emphasis: Emphasis, text: string): string =>
  styleText(emphasis, text, { validateStream: false });

const edges = [
  "top",
  "top-mid",
  "top-left",
  "top-right",
  "bottom",
  "bottom-mid",
  "bottom-left",
  "bottom-right",
] as const;
const inner = ["left", "left-mid", "mid", "mid-mid", "right", "right-mid"] as const;
const plain = {
  chars: { ...Object.fromEntries([...edges, ...inner].map((name) => [name, ""])), middle: "  " },
  style: { "padding-left": 0, "padding-right": 0 },
};
