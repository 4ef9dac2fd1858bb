import { styleText } from "node:util";
import CliTable from "cli-table3";
import { createProgress, type Progress, type Work } from "./progress.ts";
import {
  supportsColor,
  printable,
  printableJson,
  printableJsonLine,
  printableLines,
  type Io,
} from "./terminal.ts";

/** A table's cell; null is shown as a dash, and each text of a list on its own line. */
type Cell = string | number | readonly string[] | null;

/** A table; numbers are right-aligned. */
export interface TableContent {
  head: readonly string[];
  rows: ReadonlyArray<readonly Cell[]>;
}

/** Text emphasis on a terminal. */
type Emphasis = "bold" | "dim" | "red" | "green" | "yellow";

/** Part of a line: plain text, or text that is emphasized if stdout supports it. */
export type Span = string | { text: string; emphasis: Emphasis };

/** A command's output: results on stdout and everything else on stderr, so that results can be piped. */
export interface Output {
  /** Whether results are machine-readable; if so, stdout contains one JSON document and nothing else. */
  readonly json: boolean;
  /** Prints a line of the human-readable result; accepts untrusted text. */
  line(...spans: Span[]): void;
  /** Prints related tables of the human-readable result. */
  tables(contents: readonly TableContent[]): void;
  /** Whether every table fits the width of stdout (80 columns if unknown). */
  fits(contents: readonly TableContent[]): boolean;
  /** Prints one of several machine-readable results as one line of JSON. */
  row(value: unknown): void;
  /** Prints the machine-readable result; call it once. */
  data(value: unknown): void;
  /** Prints a note to stderr in both modes; accepts untrusted text. */
  note(text: string): void;
  /** Starts a progress display, in both modes. */
  progress(work: Work): Progress;
  /** Stops every progress display. */
  close(): void;
}

/** Creates an output for the command's streams; `json` disables lines and tables and enables data. */
export function createOutput(io: Io, json: boolean): Output {
  const displays: Progress[] = [];
  const colors = supportsColor(io.stdout, io.env);
  const toPeople = (text: string): void => {
    if (!json) io.stdout.write(`${text}\n`);
  };
  // A terminal of unknown size reports 0.
  const columns = io.stdout.columns || 80;
  const areWithin = (contents: readonly TableContent[], lines: boolean): boolean =>
    contents.every((content) => tableWidth(content, lines) <= columns);
  return {
    json,
    line: (...spans) => toPeople(spans.map((span) => spanText(span, colors)).join("")),
    tables(contents) {
      // Draws frames only if the framed tables fit the width.
      const lines = io.stdout.isTTY === true && areWithin(contents, true);
      for (const content of contents) toPeople(renderTable(content, { lines, colors }));
    },
    fits: (contents) => areWithin(contents, false),
    row(value) {
      if (json) io.stdout.write(`${printableJsonLine(value)}\n`);
    },
    data(value) {
      if (json) io.stdout.write(`${printableJson(value)}\n`);
    },
    note: (text) => void io.stderr.write(`${printableLines(text)}\n`),
    progress(work) {
      const display = createProgress(work, io);
      displays.push(display);
      return display;
    },
    close() {
      for (const display of displays.splice(0)) display.stop();
    },
  };
}

/** Renders a table: framed on a terminal, otherwise columns separated by two spaces. */
export function renderTable({ head, rows }: TableContent, look: { lines: boolean; colors: boolean }): string {
  const isNumeric = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const table = new CliTable({
    head: head.map(printable).map((title) => (look.colors ? styled("bold", title) : title)),
    colAligns: isNumeric.map((numeric) => (numeric ? "right" : "left")),
    style: { head: [], border: [], ...(look.lines ? {} : plain.style) },
    ...(look.lines ? {} : { chars: plain.chars }),
  });
  for (const row of rows) table.push(row.map(cellText));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  return typeof cell === "object" ? cell.map(printable).join("\n") : printable(String(cell));
}

/** Returns the width of a table with or without a frame (characters). */
function tableWidth(content: TableContent, lines: boolean): number {
  // The upper edge of the frame is as wide as the table, even if the table contains wide characters.
  const [edge = ""] = renderTable(content, { lines: true, colors: false }).split("\n");
  // With a frame, n columns have n + 1 lines and 2n spaces; without one, 2(n - 1) spaces.
  return lines ? edge.length : edge.length - content.head.length - 3;
}

function spanText(span: Span, colors: boolean): string {
  if (typeof span === "string") return printable(span);
  return colors ? styled(span.emphasis, printable(span.text)) : printable(span.text);
}

/**
 * Applies the emphasis. The caller determines whether to use colors, so this function does not check this
 * process's stdout.
 */
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
