import { Readable } from "node:stream";
import { openStream } from "@assay/contract/evidence/event-streams";
import { eventMessage, type EventFilter, positionMessage } from "@assay/contract/evidence/events/event-rules";
import { checkResumable } from "@assay/contract/evidence/log/evidence-rules";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { Knex } from "knex";
import { keyCheck } from "../../platform/http/routing/key-check.ts";
import { streamedBody } from "../../platform/http/request/streamed-body.ts";
import type { Call, Caller } from "../../platform/http/routing/handler.ts";
import { eventToWire } from "./event-wire.ts";
import type { EvidenceFeed } from "../log/evidence-feed.ts";
import { type EventRow, listEvents } from "./event-queries.ts";
import { findLog } from "../log-queries.ts";
import type { EvidenceDeps } from "../evidence-deps.ts";

/** Maximum number of events that a stream reads at a time. */
const pageSize = 200;
/** Interval between messages on an idle stream. Proxies close connections that are idle for a minute. */
const heartbeatMs = 15_000;

/** Number of open streams in this process, by workspace and API key. */
const openStreams = new Map<string, Map<string, number>>();

/** Counts an open stream. @returns a function that ends the count. @throws {ApiError} 429 above a limit. */
export function countStream({ workspaceId, apiKeyId }: Pick<Caller, "workspaceId" | "apiKeyId">): () => void {
  const ofWorkspace = openStreams.get(workspaceId) ?? new Map<string, number>();
  const release = openStream(ofWorkspace, apiKeyId);
  openStreams.set(workspaceId, ofWorkspace);
  return () => {
    release();
    if (ofWorkspace.size === 0) openStreams.delete(workspaceId);
  };
}

/** What a stream sends. */
export interface StreamContents {
  filter: EventFilter;
  /**
   * Position of the last event that the client received; undefined if the stream starts with the next event.
   */
  after: number | undefined;
  /** Yields the messages before the first event. @param position where the stream starts. */
  opening: (position: number) => Iterable<string> | AsyncIterable<string>;
  /** Returns the message for an event; undefined if it has none. */
  messageOf: (event: EvidenceEvent) => string | undefined;
  /**
   * Yields the messages that are due at a time, not because of an event. Called at least twice a second.
   *
   * @param position of the last event that was read.
   */
  timed: (position: number) => Iterable<string> | AsyncIterable<string>;
}

/** A stream that sends the events that a filter selects. */
export const eventContents = (filter: EventFilter, after: number | undefined): StreamContents => ({
  filter,
  after,
  // The first message immediately confirms that the stream is open and states the position at which it
  // starts.
  opening: (position) => [positionMessage(position)],
  messageOf: eventMessage,
  timed: () => [],
});

/**
 * Returns the position after which a stream continues.
 *
 * @throws {ApiError} 400 if the position is beyond the end of the log.
 */
export async function resumePosition(
  db: Knex,
  workspaceId: string,
  lastId: string | undefined,
): Promise<number | undefined> {
  if (lastId === undefined) return undefined;
  const head = (await findLog(db, workspaceId))?.size ?? 0;
  checkResumable(lastId, head);
  return Number(lastId);
}

interface StreamCall extends Pick<Call, "signal" | "recheck"> {
  caller: Pick<Caller, "workspaceId" | "apiKeyId">;
}

/** Starts a stream as the body of a response. @throws {ApiError} 429 above a limit of open streams. */
export function startEventStream(deps: StreamDeps, call: StreamCall, contents: StreamContents): string {
  const release = countStream(call.caller);
  call.signal.addEventListener("abort", release);
  const messages = Readable.from(streamMessages(deps, call, contents), {
    objectMode: false,
    highWaterMark: 65_536,
  });
  return streamedBody(messages.once("close", release));
}

/**
 * Yields the messages of a stream: each event when it is appended and, on an idle stream, the current
 * position, from which the client can resume. The stream ends when the client disconnects, the API key
 * becomes invalid, or this process stops.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* streamMessages(
  deps: StreamDeps,
  { caller, signal, recheck }: StreamCall,
  contents: StreamContents,
): AsyncGenerator<string, void, undefined> {
  const { feed } = deps.evidence;
  const growth = createGrowthSignal(feed, caller.workspaceId, signal);
  const isValid = keyCheck(deps.now, recheck);
  try {
    let position = contents.after ?? (await sizeOf(deps, caller.workspaceId));
    let sentAt = deps.now().getTime();
    yield* contents.opening(position);
    while (!signal.aborted && !feed.closed) {
      if (!(await isValid())) return;
      const now = deps.now().getTime();
      const { events, last } = await eventsAfter(deps, caller, { ...contents, after: position });
      let isSent = false;
      for await (const message of messagesAt(contents, events, last)) {
        yield message;
        isSent = true;
      }
      if (!isSent && now - sentAt >= heartbeatMs) {
        yield positionMessage(last);
        isSent = true;
      }
      if (isSent) sentAt = now;
      if (last === position) await growth.next();
      position = last;
    }
  } finally {
    growth.close();
  }
}

async function* messagesAt({ messageOf, timed }: StreamContents, events: readonly EventRow[], last: number) {
  for (const row of events) {
    const message = messageOf(eventToWire(row));
    if (message !== undefined) yield message;
  }
  yield* timed(last);
}

/** The dependencies of streams. */
export type StreamDeps = Pick<EvidenceDeps, "database" | "now" | "evidence">;

const sizeOf = async ({ database }: StreamDeps, workspaceId: string): Promise<number> =>
  (await findLog(database.knex, workspaceId))?.size ?? 0;

/**
 * Returns the next page of events after a position, and the last position that was read. The statement that
 * reads the events also checks the API key, so that no event is read that was appended after the key was
 * revoked.
 */
async function eventsAfter(
  deps: StreamDeps,
  { workspaceId, apiKeyId }: Pick<Caller, "workspaceId" | "apiKeyId">,
  { filter, after }: { filter: EventFilter; after: number },
): Promise<{ events: EventRow[]; last: number }> {
  const size = deps.evidence.feed.hasGrown(workspaceId, after) ? await sizeOf(deps, workspaceId) : after;
  if (size <= after) return { events: [], last: after };
  const reader = { apiKeyId, now: deps.now().getTime() };
  const range = { order: "asc" as const, limit: pageSize, after, upTo: size, reader };
  const events = await listEvents(deps.database.knex, { workspaceId, filter }, range);
  return { events, last: (events.length === pageSize ? events.at(-1)?.seq : undefined) ?? size };
}

/**
 * Creates a signal that wakes a stream when the log may have grown, when the stream must end, and twice a
 * second in any case.
 */
function createGrowthSignal(feed: EvidenceFeed, workspaceId: string, signal: AbortSignal) {
  let isSignaled = false;
  let wake: (() => void) | undefined;
  const notify = (): void => {
    isSignaled = true;
    wake?.();
  };
  const unfollow = feed.follow(workspaceId, notify);
  signal.addEventListener("abort", notify);
  return {
    /** Waits for the next signal. Resolves immediately if a signal arrived since the last wait. */
    async next(): Promise<void> {
      if (!isSignaled) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isSignaled = false;
    },
    close(): void {
      unfollow();
      signal.removeEventListener("abort", notify);
    },
  };
}
