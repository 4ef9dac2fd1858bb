import { openStream } from "@assay/contract/evidence/event-streams";
import { limits } from "@assay/contract/platform/limits";
import { eventMessage, type EventFilter, positionMessage } from "@assay/contract/evidence/events/event-rules";
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

/** The events that a client requests from a stream. */
export interface StreamRequest {
  filter: EventFilter;
  /**
   * Position of the last event that the client received; undefined if the stream starts with the next event.
   */
  after: number | undefined;
}

/**
 * Yields the messages of an event stream: each event when it is appended and, on an idle stream, the current
 * position, from which the client can resume. The stream ends when the client disconnects, the API key
 * becomes invalid, or this process stops.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* eventMessages(
  deps: StreamDeps,
  { caller, signal, recheck }: Pick<Call, "caller" | "signal" | "recheck">,
  { filter, after }: StreamRequest,
): AsyncGenerator<string, void, undefined> {
  const { feed } = deps.evidence;
  const growth = createGrowthSignal(feed, caller.workspaceId, signal);
  try {
    let position = after ?? (await sizeOf(deps, caller.workspaceId));
    let [checkedAt, sentAt] = [deps.now().getTime(), deps.now().getTime()];
    // The first message immediately confirms that the stream is open and states the position at which it
    // starts.
    yield positionMessage(position);
    while (!signal.aborted && !feed.closed) {
      const now = deps.now().getTime();
      if (now - checkedAt >= limits.streamKeyCheckSeconds * 1000) {
        if (!(await recheck())) return;
        checkedAt = now;
      }
      const { events, last } = await eventsAfter(deps, caller, { filter, after: position });
      for (const row of events) yield eventMessage(eventToWire(row));
      if (events.length > 0) sentAt = now;
      else if (now - sentAt >= heartbeatMs) {
        yield positionMessage(last);
        sentAt = now;
      }
      if (last === position) await growth.next();
      position = last;
    }
  } finally {
    growth.close();
  }
}

type StreamDeps = Pick<EvidenceDeps, "database" | "now" | "evidence">;

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
