import { styleText } from "node:util";
import CliTable from "cli-table3";
import { createProgress, type Progress, type Work } from "./progress.ts";
import {
  mayColour,
  printable,
  printableJson,
  printableJsonLine,
  printableLines,
  type Io,
} from "./terminal.ts";

/** A table's cell; null is shown as a dash. */
type Cell = string | number | null;

/** A table: numbers stand to the right. */
export interface TableContent {
  head: readonly string[];
  rows: ReadonlyArray<readonly Cell[]>;
}

/** How text may stand out. */
type Emphasis = "bold" | "dim" | "red" | "green" | "yellow";

/** A part of a line, plain or standing out where stdout can show it. */
type Span = string | { text: string; emphasis: Emphasis };

/** What the command says: results on stdout, all else on stderr, so that results can be piped on. */
export interface Output {
  /** Whether the results are for a machine: then stdout holds one JSON document and nothing else. */
  readonly json: boolean;
  /** A line of the result, for people; text of any origin. */
  line(...spans: Span[]): void;
  /** Tables of the result that belong together, for people. */
  tables(contents: readonly TableContent[]): void;
  /** Whether none of the tables is wider than stdout: 80 columns where that says nothing. */
  fits(contents: readonly TableContent[]): boolean;
  /** One of several results for machines that come one after the other, a line of JSON each. */
  row(value: unknown): void;
  /** The result for machines; call it once. */
  data(value: unknown): void;
  /** A remark, in both modes; text of any origin. */
  note(text: string): void;
  /** A display of how far work is, in both modes. */
  progress(work: Work): Progress;
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
  // A terminal without a size says 0.
  const columns = io.stdout.columns || 80;
  const areWithin = (contents: readonly TableContent[], lines: boolean): boolean =>
    contents.every((content) => tableWidth(content, lines) <= columns);
  return {
    json,
    line: (...spans) => toPeople(spans.map((span) => spanText(span, colours)).join("")),
    tables(contents) {
      // Frames only where they push nothing over the edge.
      const lines = io.stdout.isTTY === true && areWithin(contents, true);
      for (const content of contents) toPeople(renderTable(content, { lines, colours }));
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

/** A table as text: framed on a terminal, elsewhere columns that are apart by two spaces. */
export function renderTable(
  { head, rows }: TableContent,
  look: { lines: boolean; colours: boolean },
): string {
  const isNumeric = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const table = new CliTable({
    head: head.map(printable).map((title) => (look.colours ? styled("bold", title) : title)),
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

/** Columns that a table takes, framed or not. */
function tableWidth(content: TableContent, lines: boolean): number {
  // The frame's upper edge is as long as the table is wide, whatever the width of its characters.
  const [edge = ""] = renderTable(content, { lines: true, colours: false }).split("\n");
  // Framed, n columns have n + 1 lines between and around them and 2n blanks; else 2(n - 1) blanks.
  return lines ? edge.length : edge.length - content.head.length - 3;
}

function spanText(span: Span, colours: boolean): string {
  if (typeof span === "string") return printable(span);
  return colours ? styled(span.emphasis, printable(span.text)) : printable(span.text);
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
