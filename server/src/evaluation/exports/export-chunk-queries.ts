import type { Knex } from "knex";
import type { ExportKey } from "./export-queries.ts";

/** Size of every chunk of a file except the last (bytes). */
export const chunkBytes = 1024 * 1024;

/** The key of the chunks of one attempt to write an export's file. */
export interface AttemptKey extends ExportKey {
  attempt: string;
}

/** A chunk of a file. */
export interface ExportChunk {
  /** Counted from 0. */
  seq: number;
  bytes: Uint8Array;
  /** Rows of the file up to this chunk. */
  rowCount: number;
}

const ofAttempt = ({ workspaceId, exportId, attempt }: AttemptKey) => ({
  workspace_id: workspaceId,
  export_id: exportId,
  attempt,
});

/**
 * Stores a chunk and the progress of the file without syncing to the disk; the commit that completes the
 * export syncs everything before it. After a crash before that, the file is written again.
 *
 * @returns false, without storing the chunk, if the attempt is no longer the current one.
 */
export async function insertChunk(db: Knex, key: AttemptKey, chunk: ExportChunk): Promise<boolean> {
  const { bytes } = chunk;
  const bindings: Record<string, Knex.RawBinding> = {
    ...key,
    seq: chunk.seq,
    // The driver takes Buffers as bytes, and other views as JSON.
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
 * Reads the bytes of a file from `start` up to, but not including, `end`, one chunk at a time.
 *
 * @throws {Error} if a chunk is missing, because the file was deleted meanwhile.
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

/** Deletes an export's chunks except those of one attempt; null for all. */
export async function deleteChunks(db: Knex, key: ExportKey, keep: string | null): Promise<void> {
  const chunks = db("export_chunks").where({ workspace_id: key.workspaceId, export_id: key.exportId });
  if (keep !== null) chunks.whereNot({ attempt: keep });
  await chunks.delete();
}
