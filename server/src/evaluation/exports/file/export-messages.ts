import type { ExportFormat, ExportRecord } from "@assay/contract/export-files";
import type { AttemptKey, ExportChunk } from "../export-chunk-queries.ts";
import type { ExportedEvaluation } from "../exported-rows-queries.ts";
import type { WrittenExport } from "./write-export.ts";

/** The contents of an export, and the attempt that writes its file. */
export interface ExportTask {
  key: AttemptKey;
  format: ExportFormat;
  includeSamples: boolean;
  evaluations: readonly ExportedEvaluation[];
}

/** The settings with which the thread that writes an export is started. */
export interface ExportThreadSettings {
  /** The module to run. `worker-boot.mjs` needs it if the server runs from source. */
  entry: string;
  /**
   * URL of the database; null for an embedded database, which only the server's thread can access.
   */
  url: string | null;
  /** Whether the URL leads to a transaction pooler. */
  pooled: boolean;
  task: ExportTask;
}

/**
 * Messages from the writing thread. `page` and `save` are requests to an embedded database, each of which
 * receives one response, in order.
 */
export type FromExportThread =
  | { kind: "page" }
  | { kind: "save"; chunk: ExportChunk }
  | { kind: "written"; written: WrittenExport }
  /** The last message after a failure; the thread ends after sending it. */
  | { kind: "failed"; reason: "too_large" | "superseded" | "error"; message: string };

/** Messages to the writing thread. Undefined `rows` mean that there are no more rows. */
export type ToExportThread = { kind: "rows"; rows: readonly ExportRecord[] | undefined } | { kind: "saved" };
