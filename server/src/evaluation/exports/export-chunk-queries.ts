import type { Knex } from "knex";
import type { ExportKey } from "./export-queries.ts";

/** Bytes of every chunk of a file but its last. */
export const chunkBytes = 1024 * 1024;

/** Whose chunks: of one attempt to write an export's file. */
export interface AttemptKey extends ExportKey {
  attempt: string;
}

/** A piece of a file. */
export interface ExportChunk {
  /** From 0. */
  seq: number;
  bytes: Uint8Array;
  /** Rows of the file up to here. */
  rowCount: number;
}

const ofAttempt = ({ workspaceId, exportId, attempt }: AttemptKey) => ({
  workspace_id: workspaceId,
  export_id: exportId,
  attempt,
});

/**
 * Stores a chunk and how far the file is, without waiting for the disk: the commit that completes the export does, and
 * with it all that was written before; after a crash until then the file is written anew.
 *
 * @returns false, and stores nothing, when the attempt is no longer the one that counts.
 */
export async function insertChunk(db: Knex, key: AttemptKey, chunk: ExportChunk): Promise<boolean> {
  const { bytes } = chunk;
  const bindings: Record<string, Knex.RawBinding> = {
    ...key,
    seq: chunk.seq,
    // The driver takes buffers for bytes, and other views for JSON.
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    rowCount: chunk.rowCount,
  };
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `with current as (
       update exports set row_count = :rowCount::bigint
       where workspace_id = :workspaceId::uuid and id = :exportId::uuid and attempt = :attempt::uuid and status = 'running'
       returning workspace_id, id, attempt
     )
     insert into export_chunks (workspace_id, export_id, attempt, seq, bytes)
     select workspace_id, id, attempt, :seq::integer, :bytes::bytea
     from current, set_config('synchronous_commit', 'off', true)`,
    bindings,
  );
  return rowCount === 1;
}

/**
 * The bytes of a file from `start` up to, but not including, `end`, a chunk at a time.
 *
 * @throws {Error} when a chunk is missing: the file was deleted meanwhile.
 */
export async function* readChunks(
  db: Knex,
  key: AttemptKey,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const seq = Math.floor(at / chunkBytes);
    const from = at - seq * chunkBytes;
    const length = Math.min(chunkBytes - from, end - at);
    const row: { bytes: Buffer } | undefined = await db("export_chunks")
      .where({ ...ofAttempt(key), seq })
      .first({ bytes: db.raw("substring(bytes from ? for ?)", [from + 1, length]) });
    if (row?.bytes.length !== length) {
      throw new Error(`Chunk ${seq} of export ${key.exportId} is not there: its file was deleted.`);
    }
    yield row.bytes;
    at += length;
  }
}

/** Deletes an export's chunks but for those of one attempt; null: all. */
export async function deleteChunks(db: Knex, key: ExportKey, keep: string | null): Promise<void> {
  const chunks = db("export_chunks").where({ workspace_id: key.workspaceId, export_id: key.exportId });
  if (keep !== null) chunks.whereNot({ attempt: keep });
  await chunks.delete();
}
