// Imports types alone: what it shared with the client would split the client into two pieces, which weigh more.
import type { EvidenceEvent, Operations } from "../generated/types.ts";
import type { Transport } from "../client/transport/transport.ts";

/** How events are followed. */
export interface WatchOptions {
  /** Goes on after the event at this place; 0: from the first one. Default: from now on. */
  after?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

const route = ["GET", "/api/events/stream"] as const;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

/**
 * Events as they come. When the connection breaks it is made again after the last event that was received, so that none is
 * left out and none comes twice.
 *
 * @throws {ApiError} when the stream is refused, as after the key was revoked; {AbortError} when the signal aborts.
 */
export async function* followEvents(
  transport: Transport,
  query: Operations["streamEvents"]["query"] | undefined,
  { after, signal }: WatchOptions = {},
): AsyncGenerator<EvidenceEvent, void, undefined> {
  let seen = after;
  for (let failures = 0; ; failures += 1) {
    if (failures > 0) await pause(transport, firstDelayMs * 2 ** failures, signal);
    try {
      const headers: Record<string, string> = seen === undefined ? {} : { "last-event-id": String(seen) };
      const options = { headers, signal, maxRetries: 0 };
      const { body } = await transport.call(route, { query }, options).asResponse();
      for await (const { id, data } of messagesOf(body)) {
        failures = 0;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes each event as the contract has it
        if (data !== "") yield JSON.parse(data) as EvidenceEvent;
        if (id !== undefined) seen = id;
      }
    } catch (error) {
      if (signal?.aborted || !mayPass(error)) throw error;
    }
  }
}

/** Whether the next connection may fare better. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("status" in error) return Number(error.status) >= 500 || error.status === 429;
  // fetch tells of a connection that breaks in the middle of a body by a TypeError.
  return error.name === "ConnectionError" || error.name === "TypeError";
}

/** Waits; an abort ends the wait, and what follows tells of it. */
const pause = ({ clock }: Transport, delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const callOff = clock.after(Math.min(delayMs, longestDelayMs), () => {
      signal?.removeEventListener("abort", end);
      resolve();
    });
    const end = (): void => {
      callOff();
      resolve();
    };
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });

interface Message {
  id: number | undefined;
  data: string;
}

/** The messages of a stream. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
async function* messagesOf(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<Message, void, undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      rest += decoder.decode(read.value, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    // Whoever stops to listen frees the connection.
    void reader?.cancel().catch(() => {});
  }
}

function messageOf(block: string): Message {
  const message: Message = { id: undefined, data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("id: ")) message.id = Number(line.slice(4));
    if (line.startsWith("data: ")) message.data += line.slice(6);
  }
  return message;
}
