import type { CreateExportBody } from "@assay/contract/evaluation/exports/exports";
import type { Download } from "@assay/contract/platform/c";
import {
  exportNotDownloadable,
  exportedInOtherProject,
  exportedNotCompleted,
} from "@assay/contract/evaluation/exports/export-refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound, referenceNotFound } from "@assay/contract/platform/refusals";
import { exportMediaTypes } from "@assay/contract/export-files";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-review.ts";
import { readChunks } from "./export-chunk-queries.ts";
import { completedEvaluations, findEvaluations } from "./exported-evaluation-queries.ts";
import { type ExportRow, findExport, insertExport } from "./export-queries.ts";
import { statusOf } from "./export-wire.ts";
import { exportJob } from "./run-export-job.ts";

/**
 * Stores a new export of what has completed by now, and the job that writes it.
 *
 * @throws {ApiError} 422 for a project or an evaluation that the caller cannot reach, or one of another project; 409 for
 *   one that has not completed; 403 while the caller has to review a sample of one blind.
 */
export async function createExport(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach & BlindCaller,
  body: CreateExportBody,
): Promise<ExportRow> {
  const project = await referredProject(tx, reach, { named: body.project });
  const key = { workspaceId: reach.workspaceId, projectId: project.id };
  const row: ExportRow = {
    workspace_id: reach.workspaceId,
    id: deps.newId(),
    project_id: project.id,
    status: "pending",
    format: body.format,
    include_samples: body.include_samples,
    evaluations: body.evaluations
      ? await namedEvaluations(tx, reach, { projectId: project.id, named: body.evaluations })
      : await completedEvaluations(tx, key),
    ...nothingYet,
    created_at: deps.now(),
  };
  await refuseBlind(tx, reach, { evaluationIds: row.evaluations });
  await insertExport(tx, row);
  await deps.jobs.enqueue(tx, [exportJob(reach.workspaceId, row.id)]);
  return row;
}

const nothingYet = {
  attempt: null,
  row_count: null,
  size_bytes: null,
  sha256: null,
  error: null,
  completed_at: null,
  expires_at: null,
};

async function namedEvaluations(
  tx: Tx,
  reach: Reach,
  { projectId, named }: { projectId: string; named: readonly string[] },
): Promise<string[]> {
  const ids = named.map((publicId) => parseId("evaluation", publicId));
  const found = await findEvaluations(
    tx,
    reach,
    ids.flatMap((id) => id ?? []),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return named.map((publicId, index) => {
    const row = byId.get(ids[index] ?? "");
    const path = `/evaluations/${index}`;
    if (!row) throw referenceNotFound("evaluation", publicId, path);
    if (row.project_id !== projectId)
      throw exportedInOtherProject(publicId, formatId("project", row.project_id), path);
    if (row.status !== "completed") throw exportedNotCompleted(row.name, publicId, row.status);
    return row.id;
  });
}

/** An export by its public id. @throws {ApiError} 404 when the caller cannot reach it. */
export async function getReachable(db: Knex, reach: Reach, publicId: string): Promise<ExportRow> {
  const id = parseId("export", publicId);
  const row = id && (await findExport(db, reach, id));
  if (!row) throw notFound("export", publicId);
  return row;
}

/**
 * The file of an export.
 *
 * @throws {ApiError} 404 when the caller cannot reach it; 409 when its file is not there; 403 while the caller has to
 *   review a sample in it blind.
 */
export async function exportContent(
  deps: PlatformDeps,
  reach: Reach & BlindCaller,
  publicId: string,
): Promise<Download> {
  const { knex } = deps.database;
  const row = await getReachable(knex, reach, publicId);
  const { workspace_id: workspaceId, id: exportId, attempt, size_bytes: size, sha256 } = row;
  const status = statusOf(row, deps.now());
  if (status !== "completed" || attempt === null || size === null || !sha256)
    throw exportNotDownloadable(publicId, status);
  await refuseBlind(knex, reach, { evaluationIds: row.evaluations });
  return {
    contentType: exportMediaTypes[row.format],
    fileName: `${formatId("export", exportId)}.${row.format}`,
    size,
    etag: sha256.toString("hex"),
    read: (start, end) => readChunks(knex, { workspaceId, exportId, attempt }, { start, end }),
  };
}
