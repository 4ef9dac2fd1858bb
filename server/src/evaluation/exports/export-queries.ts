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

/** An export, and the lease under which its file is, or was, written. */
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

/** The key of an export. */
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

/** An export, by its id, that the caller can reach, or undefined. */
export async function findExport(db: Knex, reach: Reach, id: string): Promise<ExportRecord | undefined> {
  const uuid = parseId("export", id);
  if (uuid === undefined) return undefined;
  const row: object | undefined = await withinReach(db("exports"), reach).where({ id: uuid }).first(columns);
  return row && recordOf(row);
}

/** Exports newest first, one more than the page shows. */
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
 * Begins to write an export's file anew: what counts from now on is this lease's attempt alone.
 *
 * @returns undefined when the export has ended, or the lease is no longer held.
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

/** Ends an export that has not ended; undefined when it had. With `attempt` only while that is the one that counts. */
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

/** Deletes the files whose time is over. */
export async function expireExports(db: Knex, now: Date): Promise<void> {
  await db("exports")
    .where({ status: "completed" })
    .where("expires_at", "<=", now)
    .update({ status: "expired" });
  // Also what a worker wrote that was stopped, or thought to be dead, of a file that was given up since.
  await db.raw(
    `delete from export_chunks using exports
     where exports.workspace_id = export_chunks.workspace_id and exports.id = export_chunks.export_id
       and exports.status in ('expired', 'failed')`,
  );
}
