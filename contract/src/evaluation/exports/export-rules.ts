import { type ExportFormat, exportMediaTypes } from "../../export-files/export-format.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { notFound, referenceNotFound } from "../../platform/refusals.ts";
import { exportedInOtherProject, exportedNotCompleted, exportNotDownloadable } from "./export-refusals.ts";
import type { CreateExportBody } from "./exports.ts";

/** A stored export, without its file. Times are in milliseconds since 1970. */
export interface StoredExport {
  id: string;
  project: string;
  status: "pending" | "running" | "completed" | "failed" | "expired";
  format: ExportFormat;
  includeSamples: boolean;
  /** The evaluations that had completed at the time of the request, in the order of the rows. */
  evaluations: readonly string[];
  /** Number of rows in the file, or of rows written so far; null if no rows have been written. */
  rowCount: number | null;
  sizeBytes: number | null;
  /** SHA-256 hash of the file, in hexadecimal. */
  sha256: string | null;
  error: string | null;
  createdAt: number;
  completedAt: number | null;
  expiresAt: number | null;
}

/** The evaluation properties that an export requires. */
export interface NamedEvaluation {
  project: string;
  name: string;
  status: string;
}

/**
 * Returns the evaluations in an export request, in the order of the request.
 *
 * @param found the evaluations that the caller can access, by id.
 * @throws {ApiError} 422 for an inaccessible evaluation or an evaluation in another project; 409 for an
 *   evaluation that has not completed.
 */
export function namedEvaluations(
  { project, evaluations = [] }: Pick<CreateExportBody, "project" | "evaluations">,
  found: ReadonlyMap<string, NamedEvaluation>,
): string[] {
  for (const [index, id] of evaluations.entries()) {
    const path = `/evaluations/${index}`;
    const evaluation = found.get(id);
    if (!evaluation) throw referenceNotFound("evaluation", id, path);
    if (evaluation.project !== project) throw exportedInOtherProject(id, evaluation.project, path);
    if (evaluation.status !== "completed") throw exportedNotCompleted(evaluation.name, id, evaluation.status);
  }
  return [...evaluations];
}

/** Creates the record of a new export. */
export const newExport = (
  { project, format, include_samples: includeSamples }: CreateExportBody,
  evaluations: readonly string[],
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): StoredExport => ({
  id: newId("export"),
  project,
  status: "pending",
  format,
  includeSamples,
  evaluations,
  rowCount: null,
  sizeBytes: null,
  sha256: null,
  error: null,
  createdAt: now,
  completedAt: null,
  expiresAt: null,
});

/** The properties of a written file. */
type WrittenFile = { [Member in "rowCount" | "sizeBytes" | "sha256"]: NonNullable<StoredExport[Member]> };

/** Returns the columns to set when an export completes. @param keepHours how long the file is retained. */
export const completedExport = (
  { rowCount, sizeBytes, sha256 }: WrittenFile,
  { completedAt, keepHours }: { completedAt: number; keepHours: number },
) => ({
  status: "completed" as const,
  rowCount,
  sizeBytes,
  sha256,
  completedAt,
  expiresAt: completedAt + keepHours * 3_600_000,
});

/**
 * Returns the state of an export. It is expired after the retention period, even if the file still exists.
 */
export const exportStatus = (
  { status, expiresAt }: Pick<StoredExport, "status" | "expiresAt">,
  now: number,
): StoredExport["status"] =>
  status === "completed" && expiresAt !== null && expiresAt <= now ? "expired" : status;

/** Requires that an export exists. @throws {ApiError} 404 `not_found` if it does not. */
export function requireExport<E>(found: E | undefined, id: string): E {
  if (found === undefined) throw notFound("export", id);
  return found;
}

/**
 * Returns the file of an export for download.
 *
 * @throws {ApiError} 409 if it is not written yet, failed or expired.
 */
export function exportedFile({ id, format, sizeBytes, sha256, ...stored }: StoredExport, now: number) {
  const status = exportStatus(stored, now);
  if (status !== "completed" || sizeBytes === null || sha256 === null)
    throw exportNotDownloadable(id, status);
  return {
    contentType: exportMediaTypes[format],
    fileName: `${id}.${format}`,
    size: sizeBytes,
    etag: sha256,
  };
}
