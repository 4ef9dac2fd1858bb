import type { ExportColumn, ExportRecord, ExportWriter } from "./export-record.ts";
import { memoizeLast } from "./remember-last.ts";
import { reusedEncoder } from "./reused-encoder.ts";

/** Writes one JSON array with one object per line. JSON values are written as they were sent. */
export function jsonWriter(columns: readonly ExportColumn[]): ExportWriter {
  const members = columns.map(({ name, kind }, index) => ({
    name,
    start: `${index === 0 ? "{" : ","}"${name}":`,
    textOf: memoizeLast((value: ExportRecord[typeof name]) => valueOf(value, kind)),
  }));
  const encode = reusedEncoder();
  let before = "[\n";
  return {
    write(rows) {
      let text = "";
      for (const row of rows) {
        text += before;
        for (const { name, start, textOf } of members) text += start + textOf(row[name]);
        text += "}";
        before = ",\n";
      }
      return encode(text);
    },
    end: () => encode(before === "[\n" ? "[]\n" : "\n]\n"),
  };
}

function valueOf(value: ExportRecord[keyof ExportRecord], kind: ExportColumn["kind"]): string {
  if (kind === "json" && typeof value === "string") return value;
  if (kind === "instant" && typeof value === "number") return `"${new Date(value).toISOString()}"`;
  return JSON.stringify(value);
}
