import type { CsvColumn } from "./csv-columns.ts";
import { isGuarded, withoutGuard } from "./csv-guard.ts";
import type { JsonFault } from "../json/json-fault.ts";
import { readJsonText } from "../json/json-text.ts";

/**
 * The value of a cell (undefined if the cell is empty). If the cell is rejected, the reason and the path
 * inside the cell.
 */
export type CellReading =
  | { ok: true; value: unknown }
  | ({ ok: false } & Pick<JsonFault, "path" | "message" | "duplicate">);

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]\d+)?$/;
const digits = /^-?\d+$/;
const jsonWord = /^[ \t\r\n]*(?:true|false|null)[ \t\r\n]*$/;
const bracketed = /^[ \t\r\n]*(?:\{[^]*\}|\[[^]*\]|"[^]*")[ \t\r\n]*$/;

/**
 * Reads a cell. An empty cell has no value. The value of a guarded cell is its text without the guard. In a
 * `value` column, JSON is parsed by the rules for JSON bodies, and any other text stays unchanged. A number is
 * parsed only if JSON would print it in the same way: `1.5` is a number, but `1.50`, `15e-1` and `007` are text.
 */
export function readCell(cell: string, { kind }: CsvColumn): CellReading {
  if (cell === "") return { ok: true, value: undefined };
  if (isGuarded(cell)) {
    const text = withoutGuard(cell);
    return { ok: true, value: kind === "tags" ? splitTags(text) : text };
  }
  if (kind === "text") return { ok: true, value: cell };
  const json = mayBeJson(cell) ? readJsonText(cell) : undefined;
  if (json && !json.ok && (json.duplicate || json.code === "validation_failed")) return json;
  if (kind === "tags") {
    const isList = json?.ok === true && Array.isArray(json.value);
    return { ok: true, value: isList ? json.value : splitTags(cell) };
  }
  return { ok: true, value: json?.ok ? json.value : cell };
}

// This check is ten times faster than parsing text that is not JSON, which creates an error and searches for
// its position.
const mayBeJson = (cell: string): boolean =>
  bracketed.test(cell) || isPrintedNumber(cell) || jsonWord.test(cell);

/** Whether a cell is a number as JSON prints it. Digits beyond ±(2^53 − 1), which JSON may not contain, are text. */
function isPrintedNumber(cell: string): boolean {
  if (!jsonNumber.test(cell)) return false;
  const number = Number(cell);
  return String(number) === cell && (Number.isSafeInteger(number) || !digits.test(cell));
}

/** Splits a text into tags at semicolons. */
export const splitTags = (cell: string): string[] =>
  cell
    .split(";")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
