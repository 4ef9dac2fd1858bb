// What callers log, and which events a list or a stream shows. Server and mock go by the same rules.
import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import type { CreateEventBody } from "./events.ts";
import type { EventOrigin, EvidenceEvent } from "../../wire/evidence/evidence-event.ts";

/** The event that a caller sends, as it is appended. */
export const callerEvent = ({ type, session, ts, data }: CreateEventBody, receivedAt: number) => ({
  type,
  session: session ?? null,
  ts: ts ?? receivedAt,
  receivedAt,
  origin: "caller" as const,
  data,
});

/** What is equal for two requests that send the same event, however they are spelled. */
export const callerEventText = ({ type, session, ts, data }: CreateEventBody): string =>
  canonicalize({ type, session: session ?? null, ts: ts ?? null, data });

/** The message of a stream for an event. */
export const eventMessage = (event: EvidenceEvent): string =>
  `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;

/** The message of a stream that names the last event before it alone. */
export const positionMessage = (seq: number): string => `id: ${seq}\n\n`;

/** Which events of a log; of what is absent, all. */
export interface EventFilter {
  agentId?: string | undefined;
  session?: string | undefined;
  type?: string | undefined;
  origin?: EventOrigin | undefined;
  outcome?: string | undefined;
  /** Received at or after, in milliseconds since 1970. */
  from?: number | undefined;
  /** Received before. */
  to?: number | undefined;
}

/** Whether a filter shows an event. @param data of the event as it was appended: an erased event is still found by it. */
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

/** What a list of events is asked for. */
interface EventQuery extends EventFilter {
  order: "asc" | "desc";
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The pages of a list of events, and what is on them. */
export function eventPages({ order, limit, cursor, ...filter }: EventQuery): {
  pages: CursorPages;
  filter: EventFilter;
  order: "asc" | "desc";
} {
  const list = { list: "events", filter: { ...filter, order } };
  const pages = cursorPages(list, { limit, cursor }, { parts: ["integer"], limit: 100 });
  return { pages, filter, order };
}
