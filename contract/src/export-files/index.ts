export { type ExportFormat, exportFormats, exportMediaTypes } from "./export-format.ts";
export { type ExportColumn, exportColumns, type ExportRecord, type ExportWriter } from "./export-record.ts";
export { exportWriter } from "./export-writer.ts";
export { memoizeLast } from "./remember-last.ts";
// Other functions for writers of export files. A worker thread that only writes files imports this module, so
// that it does not load all schemas.
export { formatId } from "../platform/ids.ts";
export { limits } from "../platform/limits.ts";
