import { limits, tooManyStreams } from "@assay/contract";
import type { Call } from "../http/handler.ts";
import { eventToWire } from "./event-wire.ts";
import type { EvidenceFeed } from "./evidence-feed.ts";
import { type EventFilter, findLog, listEvents } from "./log-queries.ts";
import type { Deps } from "../deps.ts";

/** Events read at a time for a stream. */
const pageSize = 200;
/** How often a stream says something, though nothing happens: proxies cut connections that are silent for a minute. */
const heartbeatMs = 15_000;

/** How many streams each API key follows in this process. */
const open = new Map<string, number>();

/** Takes one of the streams that a key may follow. @returns what gives it back. @throws ApiError 429. */
export function takeStream(apiKeyId: string): () => void {
  const count = open.get(apiKeyId) ?? 0;
  if (count >= limits.streamsPerKey) throw tooManyStreams(limits.streamsPerKey);
  open.set(apiKeyId, count + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    const rest = (open.get(apiKeyId) ?? 1) - 1;
    if (rest === 0) open.delete(apiKeyId);
    else open.set(apiKeyId, rest);
  };
}

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
  deps: Pick<Deps, "database" | "now" | "evidence">,
  { caller, signal, recheck }: Pick<Call, "caller" | "signal" | "recheck">,
  { filter, after }: StreamRequest,
): AsyncGenerator<string, void, undefined> {
  const { knex } = deps.database;
  const { feed } = deps.evidence;
  const { workspaceId } = caller;
  const bell = createBell(feed, workspaceId, signal);
  try {
    let seen = after ?? (await findLog(knex, workspaceId))?.size ?? 0;
    let [checkedAt, spokeAt] = [deps.now().getTime(), deps.now().getTime()];
    // Says at once that the stream has begun, and where.
    yield `id: ${seen}\n\n`;
    while (!signal.aborted && !feed.closed) {
      const now = deps.now().getTime();
      if (now - checkedAt >= limits.streamKeyCheckSeconds * 1000) {
        if (!(await recheck())) return;
        checkedAt = now;
      }
      const size = feed.hasGrown(workspaceId, seen) ? ((await findLog(knex, workspaceId))?.size ?? 0) : seen;
      const events =
        size > seen
          ? await listEvents(
              knex,
              { workspaceId, filter },
              { order: "asc", limit: pageSize, after: seen, upTo: size },
            )
          : [];
      for (const row of events) yield `id: ${row.seq}\ndata: ${JSON.stringify(eventToWire(row))}\n\n`;
      const last = events.length === pageSize ? events.at(-1)?.seq : Math.max(seen, size);
      const moved = (last ?? seen) > seen;
      seen = last ?? seen;
      if (events.length > 0) spokeAt = now;
      else if (now - spokeAt >= heartbeatMs) {
        yield `id: ${seen}\n\n`;
        spokeAt = now;
      }
      if (!moved) await bell.rings();
    }
  } finally {
    bell.end();
  }
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
