// Rules for events from callers, and for filtering lists and streams of events; shared by server and mock.
import { type CursorPages, cursorPages } from "../../platform/paging/cursor-pages.ts";
import { requireInstants } from "../../platform/requests/instant-range.ts";
import { type KeyAgent, requireKeyAgent } from "../../workspace/key-agent.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { type CreateEventBody, principalPattern } from "./events.ts";
import type { EventOrigin, EvidenceEvent } from "../../wire/evidence/evidence-event.ts";

/**
 * An event of a caller. With a bound API key, a missing `data.agentId` is set to its agent.
 *
 * @throws {ApiError} 403 `agent_mismatch` if `data.agentId` is anything else.
 */
export function ownEvent(body: CreateEventBody, keyAgent: KeyAgent): CreateEventBody {
  if (keyAgent === null) return body;
  const { agentId = keyAgent } = body.data;
  requireKeyAgent(keyAgent, agentId, "/data/agentId");
  return { ...body, data: { ...body.data, agentId } };
}

/** Converts an event from a caller to the form in which it is appended. */
export const callerEvent = ({ type, session, ts, data }: CreateEventBody, receivedAt: number) => ({
  type,
  session: session ?? null,
  ts: ts ?? receivedAt,
  receivedAt,
  origin: "caller" as const,
  data,
});

/** Returns a key that is equal for requests with the same event, regardless of their formatting. */
export const callerEventText = ({ type, session, ts, data }: CreateEventBody): string =>
  canonicalize({ type, session: session ?? null, ts: ts ?? null, data });

/** Returns the stream message for an event. */
export const eventMessage = (event: EvidenceEvent): string =>
  `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;

/** Returns the stream message that contains only the position of the last event sent so far. */
export const positionMessage = (seq: number): string => `id: ${seq}\n\n`;

/** A filter for events. Absent members match every event. */
export interface EventFilter {
  agentId?: string | undefined;
  session?: string | undefined;
  type?: string | undefined;
  /** Matches events of these types. */
  types?: readonly string[] | undefined;
  origin?: EventOrigin | undefined;
  outcome?: string | undefined;
  /** `type:id` of a principal in `data.onBehalfOf`. */
  onBehalfOf?: string | undefined;
  /** Matches events received at or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Matches events received before this time, in milliseconds since 1970. */
  to?: number | undefined;
}

/**
 * The text that the data of a decision contain if `data.onBehalfOf` names a principal: the RFC 8785 form of
 * the principal's name. This text cannot occur within a string, because its quotes would be escaped there.
 *
 * @param principal `type:id`; the type ends at the first colon that is not part of `::`.
 */
export function principalText(principal: string): string {
  const [, type = "", id = ""] = principalPattern.exec(principal) ?? [];
  return canonicalize({ id, type });
}

const namesPrincipal = ({ origin, data }: EvidenceEvent, principal: string): boolean =>
  origin === "server" && canonicalize(data?.["onBehalfOf"] ?? null).includes(principalText(principal));

/**
 * Returns whether a filter matches an event.
 *
 * @param data the data that was appended with the event. Filters by agent and outcome therefore also match
 *   erased events.
 */
export const matchesEvent = (
  { agentId, session, type, types, origin, outcome, onBehalfOf, from, to }: EventFilter,
  event: EvidenceEvent,
  data: EvidenceEvent["data"] | undefined,
): boolean =>
  (agentId === undefined || data?.["agentId"] === agentId) &&
  (outcome === undefined || data?.["outcome"] === outcome) &&
  (onBehalfOf === undefined || namesPrincipal(event, onBehalfOf)) &&
  (session === undefined || event.session === session) &&
  (type === undefined || event.type === type) &&
  (types === undefined || types.includes(event.type)) &&
  (origin === undefined || event.origin === origin) &&
  (from === undefined || event.receivedAt >= from) &&
  (to === undefined || event.receivedAt < to);

/** The query of a list of events. */
interface EventQuery extends EventFilter {
  order: "asc" | "desc";
  limit?: number | undefined;
  cursor?: string | undefined;
}

/**
 * Returns the paging of a list of events, with its filter and order.
 *
 * @throws {ApiError} 400 if the filters by time accept no instant.
 */
export function eventPages({ order, limit, cursor, ...filter }: EventQuery): {
  pages: CursorPages;
  filter: EventFilter;
  order: "asc" | "desc";
} {
  requireInstants(filter);
  const list = { list: "events", filter: { ...filter, order } };
  const pages = cursorPages(list, { limit, cursor }, { parts: ["integer"], limit: 100 });
  return { pages, filter, order };
}
