import { guardCell } from "../wire/csv-guard.ts";
import { csvCell } from "../wire/csv-writing.ts";
import type { ExportColumn, ExportRecord, ExportWriter } from "./export-record.ts";

const encoder = new TextEncoder();

/** A table by RFC 4180. A cell without a value is empty; JSON and tags are JSON; only text is guarded, as nothing else can be risky. */
export function csvWriter(columns: readonly ExportColumn[]): ExportWriter {
  const lineOf = (record: ExportRecord): string =>
    `${columns.map(({ name, kind }) => cellOf(record[name], kind)).join(",")}\r\n`;
  let header = `${columns.map(({ name }) => name).join(",")}\r\n`;
  const taken = (): string => {
    const text = header;
    header = "";
    return text;
  };
  return {
    write: (rows) => encoder.encode(taken() + rows.map(lineOf).join("")),
    end: () => encoder.encode(taken()),
  };
}

function cellOf(value: ExportRecord[keyof ExportRecord], kind: ExportColumn["kind"]): string {
  if (value === null) return "";
  if (typeof value === "object") return csvCell(JSON.stringify(value));
  if (typeof value === "number") return kind === "instant" ? new Date(value).toISOString() : String(value);
  if (typeof value === "boolean") return String(value);
  if (kind === "json") return csvCell(value.trim());
  // An empty text is not the same as none.
  return value === "" ? '""' : csvCell(guardCell(value));
}
