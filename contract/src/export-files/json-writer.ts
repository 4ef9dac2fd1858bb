import type { ExportColumn, ExportRecord, ExportWriter } from "./export-record.ts";

const encoder = new TextEncoder();

/** One JSON array with an object a line; JSON values stand in it as they were sent. */
export function jsonWriter(columns: readonly ExportColumn[]): ExportWriter {
  const members = columns.map(({ name, kind }, index) => ({
    name,
    kind,
    start: `${index === 0 ? "{" : ","}"${name}":`,
  }));
  const objectOf = (record: ExportRecord): string => {
    let text = "";
    for (const { name, kind, start } of members) text += start + valueOf(record[name], kind);
    return `${text}}`;
  };
  let before = "[\n";
  return {
    write(rows) {
      if (rows.length === 0) return new Uint8Array();
      const text = before + rows.map(objectOf).join(",\n");
      before = ",\n";
      return encoder.encode(text);
    },
    end: () => encoder.encode(before === "[\n" ? "[]\n" : "\n]\n"),
  };
}

function valueOf(value: ExportRecord[keyof ExportRecord], kind: ExportColumn["kind"]): string {
  if (kind === "json" && typeof value === "string") return value;
  if (kind === "instant" && typeof value === "number") return `"${new Date(value).toISOString()}"`;
  return JSON.stringify(value);
}
