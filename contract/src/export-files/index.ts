export { type ExportFormat, exportFormats, exportMediaTypes } from "./export-format.ts";
export { type ExportColumn, exportColumns, type ExportRecord, type ExportWriter } from "./export-record.ts";
export { exportWriter } from "./export-writer.ts";
export { memoizeLast } from "./remember-last.ts";
// What whoever writes such files needs besides; from here, so that a thread that only writes need not load all schemas.
export { formatId } from "../platform/ids.ts";
export { limits } from "../platform/limits.ts";
