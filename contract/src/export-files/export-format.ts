/** The file formats in which scores can be exported. */
export const exportFormats = ["csv", "json", "parquet"] as const;

/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/** The content type of each format. */
export const exportMediaTypes = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const satisfies Record<ExportFormat, string>;
