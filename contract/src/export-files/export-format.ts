/** The file formats of exports. */
export const exportFormats = ["csv", "json", "parquet"] as const;

/** A file format. */
export type ExportFormat = (typeof exportFormats)[number];

/** The content type of each format. */
export const exportMediaTypes = {
  csv: "text/csv; charset=utf-8",
  json: "application/json; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const satisfies Record<ExportFormat, string>;
