export { type ExportFormat, exportFormats, exportMediaTypes } from "./export-format.ts";
export { type ExportColumn, exportColumns, type ExportRecord, type ExportWriter } from "./export-record.ts";
export { exportWriter } from "./export-writer.ts";
export { memoizeLast } from "./remember-last.ts";
// A worker thread that writes export files imports only this module, so that the thread does not load all
// schemas. The module therefore also exports the other functions that such a thread needs.
export { formatId } from "../platform/ids.ts";
export { limits } from "../platform/limits.ts";
