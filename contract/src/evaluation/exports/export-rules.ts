import { type ExportFormat, exportMediaTypes } from "../../export-files/export-format.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { notFound, referenceNotFound } from "../../platform/refusals.ts";
import { exportedInOtherProject, exportedNotCompleted, exportNotDownloadable } from "./export-refusals.ts";
import type { CreateExportBody } from "./exports.ts";

/** A stored export, without its file. Instants are milliseconds since 1970. */
export interface StoredExport {
  id: string;
  project: string;
  status: "pending" | "running" | "completed" | "failed" | "expired";
  format: ExportFormat;
  includeSamples: boolean;
  /** Completed evaluations at the time of the request, in the order of the rows. */
  evaluations: readonly string[];
  /** Rows of the file; while it is written, those so far; null: none yet. */
  rowCount: number | null;
  sizeBytes: number | null;
  /** SHA-256 of the file, in hexadecimal. */
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
 * The evaluations that an export names, in its order.
 *
 * @param found those accessible to the caller, by id.
 * @throws {ApiError} 422 for an inaccessible one, or one of another project; 409 for one that has not
 *   completed.
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

/** A new export of some evaluations. */
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

/** A written file. */
type WrittenFile = { [Member in "rowCount" | "sizeBytes" | "sha256"]: NonNullable<StoredExport[Member]> };

/** The columns that the completion of an export sets. @param keepHours retention of its file. */
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

/** The state of an export: expired after its retention, even if the file is not deleted yet. */
export const exportStatus = (
  { status, expiresAt }: Pick<StoredExport, "status" | "expiresAt">,
  now: number,
): StoredExport["status"] =>
  status === "completed" && expiresAt !== null && expiresAt <= now ? "expired" : status;

/** Requires an export. @throws {ApiError} 404 `not_found` if it does not exist. */
export function requireExport<E>(found: E | undefined, id: string): E {
  if (found === undefined) throw notFound("export", id);
  return found;
}

/** The file of an export to send. @throws {ApiError} 409 if not written yet, failed or expired. */
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
