import type { ExportFormat } from "@assay/contract/export-files";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";
import type { Lease } from "../../platform/jobs/queue.ts";

/** A stored export. */
export interface ExportRow extends Dated {
  workspace_id: string;
  project_id: string;
  status: "pending" | "running" | "completed" | "failed" | "expired";
  format: ExportFormat;
  include_samples: boolean;
  /** What had completed when the export was asked for, in the order of the rows. */
  evaluations: string[];
  /** The lease under which the file is, or was, written. */
  attempt: string | null;
  row_count: number | null;
  size_bytes: number | null;
  sha256: Buffer | null;
  error: string | null;
  completed_at: Date | null;
  expires_at: Date | null;
}

/** The key of an export. */
export interface ExportKey {
  workspaceId: string;
  exportId: string;
}

const keyed = (db: Knex, { workspaceId, exportId }: ExportKey) =>
  db("exports").where({ workspace_id: workspaceId, id: exportId });

/** Stores a new export. */
export async function insertExport(tx: Knex, row: ExportRow): Promise<void> {
  await tx("exports").insert(row);
}

/** An export that the caller can reach, or undefined. */
export async function findExport(db: Knex, reach: Reach, id: string): Promise<ExportRow | undefined> {
  return withinReach(db("exports"), reach).where({ id }).first("*");
}

/** Exports newest first, one more than the page shows. */
export async function listExports(
  db: Knex,
  reach: Reach,
  page: { limit: number; position: readonly (string | number)[] | undefined },
): Promise<ExportRow[]> {
  return newestFirst(withinReach(db("exports"), reach).select("*"), page.limit, page.position);
}

/**
 * Begins to write an export's file anew: what counts from now on is this lease's attempt alone.
 *
 * @returns undefined when the export has ended, or the lease is no longer held.
 */
export async function startAttempt(db: Knex, key: ExportKey, lease: Lease): Promise<ExportRow | undefined> {
  const held = { workspace_id: lease.workspaceId, id: lease.id, lease_token: lease.token, state: "running" };
  const rows: ExportRow[] = await keyed(db, key)
    .whereIn("status", ["pending", "running"])
    .whereExists(db("jobs").where(held).select(db.raw("1")))
    .update({ status: "running", attempt: lease.token, row_count: 0 })
    .returning("*");
  return rows[0];
}

/** Ends an export that has not ended; undefined when it had. With `attempt` only while that is the one that counts. */
export async function endExport(
  tx: Knex,
  key: ExportKey,
  { attempt, ...end }: { attempt?: string; status: "completed" | "failed" } & Partial<ExportRow>,
): Promise<ExportRow | undefined> {
  const rows: ExportRow[] = await keyed(tx, key)
    .whereIn("status", ["pending", "running"])
    .where(attempt === undefined ? {} : { attempt })
    .update(end)
    .returning("*");
  return rows[0];
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
