import { csvWriter } from "./csv-writer.ts";
import type { ExportFormat } from "./export-format.ts";
import { exportColumns, type ExportWriter } from "./export-record.ts";
import { jsonWriter } from "./json-writer.ts";
import { parquetWriter } from "./parquet-writer.ts";

/**
 * Creates a writer for a format: CSV by RFC 4180 (UTF-8, CRLF, guarded text), one JSON array, or Parquet with
 * typed columns (Snappy). All formats have the same columns and values.
 */
export function exportWriter(format: ExportFormat, includeSamples: boolean): ExportWriter {
  const columns = exportColumns(includeSamples);
  const writers = { csv: csvWriter, json: jsonWriter, parquet: parquetWriter };
  return writers[format](columns);
}
