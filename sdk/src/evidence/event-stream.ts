// Imports only types, because a module that this file and the client import would split the client into two
// larger files.
import type { EvidenceEvent, Operations } from "../generated/types.ts";
import type { Transport } from "../client/transport/transport.ts";

/** Options for watching events. */
export interface WatchOptions {
  /**
   * Position of the event after which to start (0 to start with the first event); default: only new events.
   */
  after?: number | undefined;
  /** Stops watching when aborted. */
  signal?: AbortSignal | undefined;
}

/**
 * Yields events as they are appended. A broken connection is reopened after the last received event, so that
 * no event is lost or repeated.
 *
 * @throws {ApiError} if the stream is refused, for example after the key is revoked; {AbortError} if the
 * signal aborts.
 */
export async function* followEvents(
  transport: Transport,
  query: Operations["streamEvents"]["query"] | undefined,
  { after, signal }: WatchOptions = {},
): AsyncGenerator<EvidenceEvent, void, undefined> {
  const source = { path: "/api/events/stream", query, after, signal, delayMs: eventDelayMs } as const;
  for await (const { data } of followMessages(transport, source)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends each event in the form of the contract
    if (data !== "") yield JSON.parse(data) as EvidenceEvent;
  }
}

/** Returns the delay before a connection in milliseconds. @param failures consecutive failures, at least 1. */
const eventDelayMs = (failures: number): number => Math.min(500 * 2 ** failures, 15_000);

/** A stream of messages. */
export interface MessageSource {
  path: "/api/events/stream" | "/api/approvals/stream";
  query: object | undefined;
  /** Position after which to start; undefined to start with the next event. */
  after: number | undefined;
  signal: AbortSignal | undefined;
  /** Returns the delay before the next connection. @param failures consecutive failures, at least 1. */
  delayMs: (failures: number) => number;
}

/**
 * Yields the messages of a stream, and reopens a broken connection after the last received message.
 *
 * @throws {ApiError} if the stream is refused; {AbortError} if the signal aborts.
 */
export async function* followMessages(
  transport: Transport,
  { path, query, after, signal, delayMs }: MessageSource,
): AsyncGenerator<Message, void, undefined> {
  let seen = after;
  const open = (): Promise<Response> => {
    const headers: Record<string, string> = seen === undefined ? {} : { "last-event-id": String(seen) };
    return transport.call(["GET", path], { query }, { headers, signal, maxRetries: 0 }).asResponse();
  };
  for (let failures = 0; ; failures += 1) {
    if (failures > 0) await pause(transport, delayMs(failures), signal);
    try {
      const { body } = await open();
      for await (const message of messagesOf(body)) {
        failures = 0;
        yield message;
        if (message.id !== undefined) seen = message.id;
      }
    } catch (error) {
      // Reading a body throws the platform's AbortError. A call throws the client's AbortError.
      if (signal?.aborted) await open();
      if (!isTransient(error)) throw error;
    }
  }
}

/** Whether the next connection can succeed. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("status" in error) return Number(error.status) >= 500 || error.status === 429;
  // fetch throws a TypeError if the connection breaks within a body.
  return error.name === "ConnectionError" || error.name === "TypeError";
}

/**
 * Waits for the delay. An abort ends the wait without an error, because the next request then throws the
 * error.
 */
const pause = ({ clock }: Transport, delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const cancelTimer = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", end);
      resolve();
    });
    const end = (): void => {
      cancelTimer();
      resolve();
    };
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });

/** A message of a stream. */
export interface Message {
  /** Position of the last event so far; undefined if the message has none. */
  id: number | undefined;
  /** The kind of the message; empty if it has none. */
  event: string;
  data: string;
}

/** Yields a stream's messages. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* messagesOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Message, void, undefined> {
  let lines: string[] = [];
  for await (const line of linesOf(body)) {
    if (line !== "") lines.push(line);
    else {
      yield messageOf(lines);
      lines = [];
    }
  }
}

/** Yields a stream's complete lines, which end with CR LF, LF or CR. */
async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string, void, undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let afterCr = false;
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const text = decoder.decode(read.value, { stream: true });
      if (text === "") continue;
      // An LF at the start may be the second half of a line end that the previous chunk started.
      const lines = (rest + (afterCr && text.startsWith("\n") ? text.slice(1) : text)).split(/\r\n|\r|\n/);
      afterCr = text.endsWith("\r");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    // Releases the connection when the caller stops reading.
    void reader?.cancel().catch(() => {});
  }
}

function messageOf(lines: readonly string[]): Message {
  const message: Message = { id: undefined, event: "", data: "" };
  for (const line of lines) {
    const [, name, value = ""] = /^(id|event|data):? ?(.*)$/s.exec(line) ?? [];
    if (name === "id" && /^\d{1,15}$/.test(value)) message.id = Number(value);
    if (name === "event") message.event = value;
    if (name === "data") message.data += value;
  }
  return message;
}
