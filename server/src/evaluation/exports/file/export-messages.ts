import type { ExportFormat, ExportRecord } from "@assay/contract/export-files";
import type { AttemptKey, ExportChunk } from "../export-chunk-queries.ts";
import type { ExportedEvaluation } from "../exported-rows-queries.ts";
import type { WrittenExport } from "./write-export.ts";

/** What an export is to hold, and the attempt to write it. */
export interface ExportTask {
  key: AttemptKey;
  format: ExportFormat;
  includeSamples: boolean;
  evaluations: readonly ExportedEvaluation[];
}

/** What the thread that writes an export is started with. */
export interface ExportThreadSettings {
  /** The module to run: `worker-boot.mjs` needs it when it runs from source. */
  entry: string;
  /** The database's address; null: it is the server's thread that reaches it, and answers what is asked here. */
  url: string | null;
  task: ExportTask;
}

/** From the writing thread. `page` and `save` are answered, one after the other, and are asked of an embedded database alone. */
export type FromExportThread =
  | { kind: "page" }
  | { kind: "save"; chunk: ExportChunk }
  | { kind: "written"; written: WrittenExport }
  /** The last thing it says when it does not succeed; its thread ends then. */
  | { kind: "failed"; reason: "too_large" | "superseded" | "error"; message: string };

/** To the writing thread: undefined rows when there are no more. */
export type ToExportThread = { kind: "rows"; rows: readonly ExportRecord[] | undefined } | { kind: "saved" };
