/** What a Postgres client asks for before the first message that carries a type. */
export type ClientBatch =
  | { readonly kind: "encryption-request" | "cancel-request" | "terminate" }
  | { readonly kind: "startup" | "messages"; readonly bytes: Uint8Array };

/** Cuts the bytes a client sends into batches; see {@link createClientMessages}. */
export interface ClientMessages {
  /** Takes the next bytes, however they were split, and gives the batches that are complete with them. */
  push(chunk: Uint8Array): ClientBatch[];
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;
const longestMessage = 0x3fff_ffff; // Postgres takes no more either (MaxAllocSize)

const code = (letter: string): number => letter.charCodeAt(0);
const terminate = code("X");
/** After these the server answers; what comes before them (Parse, Bind, Describe, Execute, Close) waits for them. */
const answered: ReadonlySet<number> = new Set(["Q", "S", "H", "F", "c", "f", "X"].map(code));

/**
 * A cutter for one connection. The embedded backend works off what it is given to the end before it looks for more, and
 * takes missing bytes for a lost connection: so it must be given whole messages, up to one that asks for an answer.
 *
 * @throws {Error} (from `push`) when a length is impossible: the stream is then beyond repair.
 */
export function createClientMessages(): ClientMessages {
  let started = false;
  let pending: Uint8Array[] = [];
  let pendingLength = 0;
  let scanned = 0; // how much of the pending bytes is whole messages that ask for no answer yet
  let wanted = 4; // the least length that lets us get further

  const take = (buffer: Buffer): ClientBatch[] => {
    const batches: ClientBatch[] = [];
    let start = 0;
    for (;;) {
      const at = start + scanned;
      const headerLength = started ? 5 : 4;
      if (buffer.length < at + headerLength)
        return keep(buffer.subarray(start), scanned + headerLength, batches);
      const end = at + messageLength(buffer, at, started);
      if (buffer.length < end) return keep(buffer.subarray(start), end - start, batches);
      const type = started ? buffer[at] : undefined;
      scanned = end - start;
      if (type !== undefined && !answered.has(type)) continue;
      const batch = batchOf(buffer.subarray(start, end), type);
      started ||= batch.kind === "startup";
      batches.push(batch);
      start = end;
      scanned = 0;
    }
  };

  const keep = (rest: Buffer, needed: number, batches: ClientBatch[]): ClientBatch[] => {
    pending = rest.length > 0 ? [rest] : [];
    pendingLength = rest.length;
    wanted = needed;
    return batches;
  };

  return {
    push(chunk) {
      pending.push(chunk);
      pendingLength += chunk.length;
      return pendingLength < wanted ? [] : take(Buffer.concat(pending));
    },
  };
}

function messageLength(buffer: Buffer, at: number, started: boolean): number {
  const length = buffer.readUInt32BE(started ? at + 1 : at);
  if (length < (started ? 4 : 8) || length > longestMessage) {
    throw new Error(`A Postgres message of ${length} bytes; 4 to ${longestMessage} are possible.`);
  }
  return started ? length + 1 : length;
}

function batchOf(bytes: Buffer, type: number | undefined): ClientBatch {
  if (type === terminate) return { kind: "terminate" };
  if (type !== undefined) return { kind: "messages", bytes };
  const request = bytes.readUInt32BE(4);
  if (request === sslRequest || request === gssRequest) return { kind: "encryption-request" };
  if (request === cancelRequest) return { kind: "cancel-request" };
  return { kind: "startup", bytes };
}
