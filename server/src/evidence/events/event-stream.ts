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
/** How often a stream says something, though nothing happens: proxies cut connections that are silent for a minute. */
const heartbeatMs = 15_000;

/** How many streams each API key follows in this process. */
export const openStreams = new Map<string, number>();

/** What a stream is of. */
export interface StreamRequest {
  filter: EventFilter;
  /** The last event that was received; undefined: from now on. */
  after: number | undefined;
}

/**
 * The messages of an event stream: each event as it is appended, and now and then its place alone, so that whoever comes
 * back goes on from there. It ends when the client goes, the key ends, or this process does.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* eventMessages(
  deps: StreamDeps,
  { caller, signal, recheck }: Pick<Call, "caller" | "signal" | "recheck">,
  { filter, after }: StreamRequest,
): AsyncGenerator<string, void, undefined> {
  const { feed } = deps.evidence;
  const bell = createBell(feed, caller.workspaceId, signal);
  try {
    let seen = after ?? (await sizeOf(deps, caller.workspaceId));
    let [checkedAt, spokeAt] = [deps.now().getTime(), deps.now().getTime()];
    // Says at once that the stream has begun, and where.
    yield positionMessage(seen);
    while (!signal.aborted && !feed.closed) {
      const now = deps.now().getTime();
      if (now - checkedAt >= limits.streamKeyCheckSeconds * 1000) {
        if (!(await recheck())) return;
        checkedAt = now;
      }
      const { events, last } = await eventsAfter(deps, caller.workspaceId, { filter, after: seen });
      for (const row of events) yield eventMessage(eventToWire(row));
      if (events.length > 0) spokeAt = now;
      else if (now - spokeAt >= heartbeatMs) {
        yield positionMessage(last);
        spokeAt = now;
      }
      if (last === seen) await bell.rings();
      seen = last;
    }
  } finally {
    bell.end();
  }
}

type StreamDeps = Pick<EvidenceDeps, "database" | "now" | "evidence">;

const sizeOf = async ({ database }: StreamDeps, workspaceId: string): Promise<number> =>
  (await findLog(database.knex, workspaceId))?.size ?? 0;

/** Events of a log beyond a place, as many as are read at a time, and how far has been looked. */
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

/** Rings when a log may have grown, twice a second besides, and when it is over. */
function createBell(feed: EvidenceFeed, workspaceId: string, signal: AbortSignal) {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  const unfollow = feed.follow(workspaceId, ring);
  signal.addEventListener("abort", ring);
  return {
    /** Waits for the next ring; one that came meanwhile counts. */
    async rings(): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      rung = false;
    },
    end(): void {
      unfollow();
      signal.removeEventListener("abort", ring);
    },
  };
}
