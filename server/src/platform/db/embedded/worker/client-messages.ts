/** Either a request that precedes the first typed message, or a batch of messages. */
export type ClientBatch =
  | { readonly kind: "encryption-request" | "cancel-request" | "terminate" }
  | { readonly kind: "startup" | "messages"; readonly bytes: Uint8Array };

/** Splits the bytes that a client sends into batches; see {@link createClientMessages}. */
export interface ClientMessages {
  /** Accepts the next bytes, in chunks of any size, and returns the batches that they complete. */
  push(chunk: Uint8Array): ClientBatch[];
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;
const maxMessageBytes = 0x3fff_ffff; // the limit in Postgres (MaxAllocSize)

const code = (letter: string): number => letter.charCodeAt(0);
const terminate = code("X");
/**
 * The types of messages to which the server responds. Messages that precede them (Parse, Bind, Describe,
 * Execute, Close) are buffered until then.
 */
const responseMessages: ReadonlySet<number> = new Set(["Q", "S", "H", "F", "c", "f", "X"].map(code));

/**
 * Creates a splitter for one connection. The embedded backend processes its whole input before it reads more,
 * and treats missing bytes as a lost connection. Its input must therefore consist of complete messages, and
 * end with a message that has a response.
 *
 * @throws {Error} (from `push`) if a length is invalid. In that case, the connection cannot be used any more.
 */
export function createClientMessages(): ClientMessages {
  let started = false;
  let pending: Uint8Array[] = [];
  let pendingLength = 0;
  let scanned = 0; // number of bytes in complete messages that have no response yet
  let wanted = 4; // minimum number of bytes for the next step

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
      if (type !== undefined && !responseMessages.has(type)) continue;
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
  if (length < (started ? 4 : 8) || length > maxMessageBytes) {
    throw new Error(
      `Invalid length of a Postgres message: ${length} bytes; it must be from 4 to ${maxMessageBytes}.`,
    );
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
