import { guardCell } from "../wire/csv/csv-guard.ts";
import { csvCell } from "../wire/csv/csv-writing.ts";
import type { ExportColumn, ExportRecord, ExportWriter } from "./export-record.ts";
import { memoizeLast } from "./remember-last.ts";
import { reusedEncoder } from "./reused-encoder.ts";

/**
 * Writes a table by RFC 4180. An absent value is an empty cell; JSON values and tags are written as JSON.
 * Only text cells are protected against formula injection, because other values cannot be formulas.
 */
export function csvWriter(columns: readonly ExportColumn[]): ExportWriter {
  const cells = columns.map(({ name, kind }, index) => ({
    name,
    before: index === 0 ? "" : ",",
    textOf: memoizeLast((value: ExportRecord[typeof name]) => cellOf(value, kind)),
  }));
  const encode = reusedEncoder();
  let header = `${columns.map(({ name }) => name).join(",")}\r\n`;
  const taken = (): string => {
    const text = header;
    header = "";
    return text;
  };
  return {
    write(rows) {
      let text = taken();
      for (const row of rows) {
        for (const { name, before, textOf } of cells) text += before + textOf(row[name]);
        text += "\r\n";
      }
      return encode(text);
    },
    end: () => encode(taken()),
  };
}

function cellOf(value: ExportRecord[keyof ExportRecord], kind: ExportColumn["kind"]): string {
  if (value === null) return "";
  if (typeof value === "string") {
    if (kind === "json") return csvCell(value.trim());
    // Quotes distinguish an empty string from an absent value, which is an empty cell.
    return value === "" ? '""' : csvCell(guardCell(value));
  }
  if (typeof value === "number") return kind === "instant" ? new Date(value).toISOString() : String(value);
  if (typeof value === "boolean") return String(value);
  return csvCell(JSON.stringify(value));
}
