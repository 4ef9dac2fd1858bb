import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import {
  bytes,
  id as idColumn,
  ids,
  instant,
  nullable,
  plain,
  recordTable,
} from "../../platform/db/record-table.ts";
import { newestFirst } from "../../platform/http/request/page.ts";
import type { Lease } from "../../platform/jobs/queue.ts";

/** An export. `attempt` is the lease of the attempt that is writing the export's file or has written it. */
export interface ExportRecord extends StoredExport {
  attempt: string | null;
}

const { columns, recordOf, valuesOf } = recordTable<ExportRecord>({
  id: idColumn("export", "id"),
  project: idColumn("project", "project_id"),
  status: plain("status"),
  format: plain("format"),
  includeSamples: plain("include_samples"),
  evaluations: ids("evaluation", "evaluations"),
  attempt: plain("attempt"),
  rowCount: plain("row_count"),
  sizeBytes: plain("size_bytes"),
  sha256: nullable(bytes("sha256")),
  error: plain("error"),
  createdAt: instant("created_at"),
  completedAt: nullable(instant("completed_at")),
  expiresAt: nullable(instant("expires_at")),
});

/** The database key of an export. */
export interface ExportKey {
  workspaceId: string;
  exportId: string;
}

const keyed = (db: Knex, { workspaceId, exportId }: ExportKey) =>
  db("exports").where({ workspace_id: workspaceId, id: exportId });

/** Stores a new export. */
export async function insertExport(tx: Knex, workspaceId: string, stored: StoredExport): Promise<void> {
  await tx("exports").insert({ ...valuesOf({ ...stored, attempt: null }), workspace_id: workspaceId });
}

/** Finds an export within the caller's reach by its public id. */
export async function findExport(db: Knex, reach: Reach, id: string): Promise<ExportRecord | undefined> {
  const uuid = parseId("export", id);
  if (uuid === undefined) return undefined;
  const row: object | undefined = await withinReach(db("exports"), reach).where({ id: uuid }).first(columns);
  return row && recordOf(row);
}

/** Lists exports, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listExports(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ExportRecord[]> {
  const query = withinReach(db("exports"), reach).select(columns);
  const rows: object[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}

/**
 * Starts an attempt to write an export's file. From now on, only the attempt with this lease may store
 * chunks.
 *
 * @returns undefined if the export has ended or the lease was lost.
 */
export async function startAttempt(
  db: Knex,
  key: ExportKey,
  lease: Lease,
): Promise<ExportRecord | undefined> {
  const held = { workspace_id: lease.workspaceId, id: lease.id, lease_token: lease.token, state: "running" };
  const rows: object[] = await keyed(db, key)
    .whereIn("status", ["pending", "running"])
    .whereExists(db("jobs").where(held).select(db.raw("1")))
    .update(valuesOf({ status: "running", attempt: lease.token, rowCount: 0 }))
    .returning(columns);
  return rows[0] && recordOf(rows[0]);
}

/**
 * Ends a running export. If `attempt` is given, ends the export only while that attempt is the current one.
 *
 * @returns undefined if the export was not ended.
 */
export async function endExport(
  tx: Knex,
  key: ExportKey,
  { attempt, ...end }: { attempt?: string; status: "completed" | "failed" } & Partial<StoredExport>,
): Promise<ExportRecord | undefined> {
  const rows: object[] = await keyed(tx, key)
    .whereIn("status", ["pending", "running"])
    .where(attempt === undefined ? {} : { attempt })
    .update(valuesOf(end))
    .returning(columns);
  return rows[0] && recordOf(rows[0]);
}

/** Deletes files that have expired. */
export async function expireExports(db: Knex, now: Date): Promise<void> {
  await db("exports")
    .where({ status: "completed" })
    .where("expires_at", "<=", now)
    .update({ status: "expired" });
  // Deletes the chunks of every expired or failed export. Some of them may have been stored after the export
  // ended, by a worker that was presumed dead.
  await db.raw(
    `delete from export_chunks using exports
     where exports.workspace_id = export_chunks.workspace_id and exports.id = export_chunks.export_id
       and exports.status in ('expired', 'failed')`,
  );
}
