import type { Knex } from "knex";
import type { Tx } from "../../platform/db/transaction.ts";

/** A signed checkpoint. */
export interface CheckpointRow {
  generation: number;
  size: number;
  root: Buffer;
  kid: string;
  note: string;
  created_at: Date;
}

const columns = ["generation", "size", "root", "kid", "note", "created_at"];

/**
 * Returns the checkpoint of the largest state that was signed in a log's generation; undefined if no state
 * was signed.
 */
export async function findLastCheckpoint(
  db: Knex,
  workspaceId: string,
  generation: number,
): Promise<CheckpointRow | undefined> {
  return db("checkpoints")
    .where({ workspace_id: workspaceId, generation })
    .orderBy("size", "desc")
    .first(columns);
}

/** Returns the highest generation of a log that was signed; undefined if none was signed. */
export async function findSignedGeneration(db: Knex, workspaceId: string): Promise<number | undefined> {
  const row: Pick<CheckpointRow, "generation"> | undefined = await db("checkpoints")
    .where({ workspace_id: workspaceId })
    .orderBy("generation", "desc")
    .first("generation");
  return row?.generation;
}

/** Returns the checkpoint that a key signed for a size; undefined if the key signed none. */
export async function findCheckpoint(
  db: Knex,
  workspaceId: string,
  which: Pick<CheckpointRow, "generation" | "size" | "kid">,
): Promise<CheckpointRow | undefined> {
  return db("checkpoints")
    .where({ workspace_id: workspaceId, ...which })
    .first(columns);
}

/**
 * Stores a checkpoint. Must be called before the checkpoint is returned to a client. An existing checkpoint
 * stays unchanged.
 */
export async function insertCheckpoint(tx: Tx, workspaceId: string, row: CheckpointRow): Promise<void> {
  await tx("checkpoints")
    .insert({ workspace_id: workspaceId, ...row })
    .onConflict(["workspace_id", "generation", "size", "kid"])
    .ignore();
}
