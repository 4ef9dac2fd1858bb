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

/** A table; numbers are right-aligned. A heading can have several lines. */
export interface TableContent {
  head: ReadonlyArray<string | readonly string[]>;
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
  /** Width of stdout (characters); 80 if unknown. */
  readonly columns: number;
  /**
   * Prints a line of the human-readable result; accepts untrusted text. In a terminal, it is wrapped between
   * words; in a pipe, it stays one line.
   */
  line(...spans: Span[]): void;
  /** Prints related tables of the human-readable result. */
  tables(contents: readonly TableContent[]): void;
  /** Whether every table fits the width of stdout. */
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
  return {
    json,
    columns,
    line(...spans) {
      const texts = spans.map((span) => printable(typeof span === "string" ? span : span.text));
      const shown = io.stdout.isTTY === true ? wrapped(texts, columns) : texts;
      toPeople(shown.map((text, index) => emphasized(text, spans[index], colors)).join(""));
    },
    tables(contents) {
      for (const content of contents) toPeople(renderTable(content, colors));
    },
    fits: (contents) => contents.every((content) => tableWidth(content) <= columns),
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

/** Renders a table as columns that are separated by two spaces. */
export function renderTable(content: TableContent, colors: boolean): string {
  const table = cliTable(content, colors, plain);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

function cliTable({ head, rows }: TableContent, colors: boolean, look: typeof plain | typeof framed) {
  const isNumeric = head.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const table = new CliTable({
    head: head.map(cellText).map((title) => (colors ? styled("bold", title) : title)),
    colAligns: isNumeric.map((numeric) => (numeric ? "right" : "left")),
    ...look,
  });
  for (const row of rows) table.push(row.map(cellText));
  return table;
}

function cellText(cell: Cell): string {
  if (cell === null) return "–";
  return typeof cell === "object" ? cell.map(printable).join("\n") : printable(String(cell));
}

/** Returns the width of a table (characters). */
function tableWidth(content: TableContent): number {
  // The upper edge of a frame is as wide as the table, even if the table contains wide characters.
  const [edge = ""] = cliTable(content, false, framed).toString().split("\n");
  // With a frame, n columns have n + 1 lines and 2n spaces; without one, 2(n - 1) spaces.
  return edge.length - content.head.length - 3;
}

/** Replaces spaces by line ends, so that no line has more than `columns` characters unless a word has. */
function wrapped(texts: readonly string[], columns: number): string[] {
  let whole = texts.join("");
  for (let start = 0; whole.length - start > columns;) {
    const before = whole.lastIndexOf(" ", start + columns);
    const end = before > start ? before : whole.indexOf(" ", start + columns);
    if (end < 0) break;
    whole = `${whole.slice(0, end)}\n${whole.slice(end + 1)}`;
    start = end + 1;
  }
  let start = 0;
  return texts.map((text) => whole.slice(start, (start += text.length)));
}

const emphasized = (text: string, span: Span | undefined, colors: boolean): string =>
  colors && typeof span === "object" ? styled(span.emphasis, text) : text;

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
  style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
};
const framed = { style: { head: [], border: [] } };
