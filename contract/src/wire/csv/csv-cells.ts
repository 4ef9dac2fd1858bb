import type { CsvColumn } from "./csv-columns.ts";
import { isGuarded, withoutGuard } from "./csv-guard.ts";
import type { JsonFault } from "../json/json-scan.ts";
import { readJsonText } from "../json/json-text.ts";

/**
 * The value of a cell (undefined if the cell is empty). If the cell is rejected, the reason and the path
 * inside the cell.
 */
export type CellReading =
  | { ok: true; value: unknown }
  | ({ ok: false } & Pick<JsonFault, "path" | "message" | "duplicate">);

const jsonNumber = /^[ \t\r\n]*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?[ \t\r\n]*$/;
const jsonWord = /^[ \t\r\n]*(?:true|false|null)[ \t\r\n]*$/;
const bracketed = /^[ \t\r\n]*(?:\{[^]*\}|\[[^]*\]|"[^]*")[ \t\r\n]*$/;

/**
 * Reads a cell. An empty cell has no value. The value of a guarded cell is its text without the guard. In a
 * `value` column, JSON is parsed by the rules for JSON bodies, and any other text stays unchanged (`01` is
 * not JSON).
 */
export function readCell(cell: string, { kind }: CsvColumn): CellReading {
  if (cell === "") return { ok: true, value: undefined };
  if (isGuarded(cell)) {
    const text = withoutGuard(cell);
    return { ok: true, value: kind === "tags" ? tagsOf(text) : text };
  }
  if (kind === "text") return { ok: true, value: cell };
  const json = mayBeJson(cell) ? readJsonText(cell) : undefined;
  if (json && !json.ok && (json.duplicate || json.code === "validation_failed")) return json;
  if (kind === "tags") {
    const isList = json?.ok === true && Array.isArray(json.value);
    return { ok: true, value: isList ? json.value : tagsOf(cell) };
  }
  return { ok: true, value: json?.ok ? json.value : cell };
}

// This check is ten times faster than parsing text that is not JSON, which creates an error and searches for
// its position.
const mayBeJson = (cell: string): boolean =>
  bracketed.test(cell) || jsonNumber.test(cell) || jsonWord.test(cell);

const tagsOf = (cell: string): string[] =>
  cell
    .split(";")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
