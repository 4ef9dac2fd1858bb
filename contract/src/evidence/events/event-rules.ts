// Appends the events of callers, and filters lists and streams; shared by server and mock.
import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import type { CreateEventBody } from "./events.ts";
import type { EventOrigin, EvidenceEvent } from "../../wire/evidence/evidence-event.ts";

/** The event of a caller, in the form to append. */
export const callerEvent = ({ type, session, ts, data }: CreateEventBody, receivedAt: number) => ({
  type,
  session: session ?? null,
  ts: ts ?? receivedAt,
  receivedAt,
  origin: "caller" as const,
  data,
});

/** A key that is equal for requests with the same event, however they are written. */
export const callerEventText = ({ type, session, ts, data }: CreateEventBody): string =>
  canonicalize({ type, session: session ?? null, ts: ts ?? null, data });

/** The message of a stream for an event. */
export const eventMessage = (event: EvidenceEvent): string =>
  `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;

/** The message of a stream with only the position of the last event before it. */
export const positionMessage = (seq: number): string => `id: ${seq}\n\n`;

/** A filter of events; absent members match every event. */
export interface EventFilter {
  agentId?: string | undefined;
  session?: string | undefined;
  type?: string | undefined;
  origin?: EventOrigin | undefined;
  outcome?: string | undefined;
  /** Received at or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Received before this time. */
  to?: number | undefined;
}

/**
 * Whether a filter matches an event. @param data of the event as appended, which also finds erased events.
 */
export const matchesEvent = (
  { agentId, session, type, origin, outcome, from, to }: EventFilter,
  event: EvidenceEvent,
  data: EvidenceEvent["data"] | undefined,
): boolean =>
  (agentId === undefined || data?.["agentId"] === agentId) &&
  (outcome === undefined || data?.["outcome"] === outcome) &&
  (session === undefined || event.session === session) &&
  (type === undefined || event.type === type) &&
  (origin === undefined || event.origin === origin) &&
  (from === undefined || event.receivedAt >= from) &&
  (to === undefined || event.receivedAt < to);

/** The filters of a list of events. */
interface EventQuery extends EventFilter {
  order: "asc" | "desc";
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The pages of a list of events, and their contents. */
export function eventPages({ order, limit, cursor, ...filter }: EventQuery): {
  pages: CursorPages;
  filter: EventFilter;
  order: "asc" | "desc";
} {
  const list = { list: "events", filter: { ...filter, order } };
  const pages = cursorPages(list, { limit, cursor }, { parts: ["integer"], limit: 100 });
  return { pages, filter, order };
}
