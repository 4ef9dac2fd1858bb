import type { ExportFormat, ExportRecord } from "@assay/contract/export-files";
import type { AttemptKey, ExportChunk } from "../export-chunk-queries.ts";
import type { ExportedEvaluation } from "../exported-rows-queries.ts";
import type { WrittenExport } from "./write-export.ts";

/** The contents of an export, and the attempt to write it. */
export interface ExportTask {
  key: AttemptKey;
  format: ExportFormat;
  includeSamples: boolean;
  evaluations: readonly ExportedEvaluation[];
}

/** Start settings of the thread that writes an export. */
export interface ExportThreadSettings {
  /** The module to run; `worker-boot.mjs` requires it when run from source. */
  entry: string;
  /**
   * The database's address; null for an embedded database, which the server's thread accesses for this one.
   */
  url: string | null;
  task: ExportTask;
}

/**
 * Messages of the writing thread. `page` and `save` are requests to an embedded database, with one response
 * each in order.
 */
export type FromExportThread =
  | { kind: "page" }
  | { kind: "save"; chunk: ExportChunk }
  | { kind: "written"; written: WrittenExport }
  /** The last message after a failure; the thread ends afterwards. */
  | { kind: "failed"; reason: "too_large" | "superseded" | "error"; message: string };

/** Messages to the writing thread; undefined rows mark the end. */
export type ToExportThread = { kind: "rows"; rows: readonly ExportRecord[] | undefined } | { kind: "saved" };
