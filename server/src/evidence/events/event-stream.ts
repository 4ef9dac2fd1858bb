import { limits } from "@assay/contract/platform/limits";
import { eventMessage, type EventFilter, positionMessage } from "@assay/contract/evidence/events/event-rules";
import type { Call } from "../../platform/http/routing/handler.ts";
import { eventToWire } from "./event-wire.ts";
import type { EvidenceFeed } from "../log/evidence-feed.ts";
import { type EventRow, listEvents } from "./event-queries.ts";
import { findLog } from "../log-queries.ts";
import type { EvidenceDeps } from "../evidence-deps.ts";

/** Events read at a time for a stream. */
const pageSize = 200;
/** Interval of messages on an idle stream, because proxies close connections that are idle for a minute. */
const heartbeatMs = 15_000;

/** Number of open streams by API key in this process. */
export const openStreams = new Map<string, number>();

/** Selects the events of a stream. */
export interface StreamRequest {
  filter: EventFilter;
  /** Position of the last event that the client received; undefined to start with the next event. */
  after: number | undefined;
}

/**
 * The messages of an event stream: each event when it is appended, and position messages on an idle stream,
 * so that a client can resume from there. The stream ends when the client disconnects, the API key becomes
 * invalid, or this process stops.
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
    // Confirms at once that the stream is open, and its position.
    yield positionMessage(position);
    while (!signal.aborted && !feed.closed) {
      const now = deps.now().getTime();
      if (now - checkedAt >= limits.streamKeyCheckSeconds * 1000) {
        if (!(await recheck())) return;
        checkedAt = now;
      }
      const { events, last } = await eventsAfter(deps, caller.workspaceId, { filter, after: position });
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

/** The next page of events after a position, and the last position that was read. */
async function eventsAfter(
  deps: StreamDeps,
  workspaceId: string,
  { filter, after }: { filter: EventFilter; after: number },
): Promise<{ events: EventRow[]; last: number }> {
  const size = deps.evidence.feed.hasGrown(workspaceId, after) ? await sizeOf(deps, workspaceId) : after;
  if (size <= after) return { events: [], last: after };
  const range = { order: "asc" as const, limit: pageSize, after, upTo: size };
  const events = await listEvents(deps.database.knex, { workspaceId, filter }, range);
  return { events, last: (events.length === pageSize ? events.at(-1)?.seq : undefined) ?? size };
}

/** Signals when a log may have grown, twice a second, and when the stream must end. */
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
    /** Waits for the next signal; resolves at once if one came since the last wait. */
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
