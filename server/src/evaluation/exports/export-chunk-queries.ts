import type { Knex } from "knex";
import type { ExportKey } from "./export-queries.ts";

/** Size of every chunk of a file, except the last chunk (bytes). */
export const chunkBytes = 1024 * 1024;

/**
 * The database key of one attempt to write an export's file. Every chunk that the attempt stores has this
 * key.
 */
export interface AttemptKey extends ExportKey {
  attempt: string;
}

/** A chunk of a file. */
export interface ExportChunk {
  /** Position of the chunk in the file, counted from 0. */
  seq: number;
  bytes: Uint8Array;
  /** Number of rows in the file up to and including this chunk. */
  rowCount: number;
}

const ofAttempt = ({ workspaceId, exportId, attempt }: AttemptKey) => ({
  workspace_id: workspaceId,
  export_id: exportId,
  attempt,
});

/**
 * Stores a chunk and the progress of the file without waiting for the disk. The commit that completes the
 * export flushes everything before it. If the process crashes earlier, the file is written again.
 *
 * @returns false if the attempt is no longer the current one; in that case, the chunk is not stored.
 */
export async function insertChunk(db: Knex, key: AttemptKey, chunk: ExportChunk): Promise<boolean> {
  const { bytes } = chunk;
  const bindings: Record<string, Knex.RawBinding> = {
    ...key,
    seq: chunk.seq,
    // The driver sends Buffers as bytes, and other typed arrays as JSON.
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
 * Yields the bytes of a file from `start` up to, but not including, `end`, one chunk at a time.
 *
 * @throws {Error} if a chunk is missing because the file was deleted during the read.
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
      throw new Error(`Chunk ${seq} of export ${key.exportId} not found: its file was deleted.`);
    }
    yield row.bytes;
    at += length;
  }
}

/**
 * Deletes the chunks of an export, except those of the attempt `keep`. If `keep` is null, deletes all chunks.
 */
export async function deleteChunks(db: Knex, key: ExportKey, keep: string | null): Promise<void> {
  const chunks = db("export_chunks").where({ workspace_id: key.workspaceId, export_id: key.exportId });
  if (keep !== null) chunks.whereNot({ attempt: keep });
  await chunks.delete();
}
