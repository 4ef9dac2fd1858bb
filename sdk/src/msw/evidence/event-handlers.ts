import {
  callerEvent,
  callerEventText,
  type EventFilter,
  eventMessage,
  eventPages,
  matchesEvent,
  ownEvent,
  positionMessage,
} from "@assay/contract/evidence/events/event-rules";
import { type EvidenceEvent } from "@assay/contract/wire";
import { cutSorted } from "@assay/contract/platform/paging/sorted-page";
import { eventStream } from "./mock-event-stream.ts";
import { appendEvent, appendOnce, eventIn, rootAt } from "./evidence-log.ts";
import type { EvidenceHandlers, EvidenceTable } from "./evidence-tables.ts";

/** Whether a filter matches an event. As on the server, filters still match erased data. */
export const matchesFilter =
  (filter: EventFilter, { erased }: EvidenceTable) =>
  (event: EvidenceEvent): boolean =>
    matchesEvent(filter, event, event.data ?? erased.get(event.seq));

export const eventHandlers: EvidenceHandlers<"events"> = {
  create: ({ body: given }, call) => {
    const body = ownEvent(given, call.caller.keyAgent);
    const event = callerEvent(body, call.clock.now());
    const append = () => appendEvent(call.caller.workspace, event);
    const { eventId, seq } = appendOnce(call, callerEventText(body), append);
    return { ok: true, eventId, seq };
  },
  list: ({ query }, { caller }) => {
    const { pages, filter, order } = eventPages(query);
    const { evidence } = caller.workspace;
    const found = evidence.events.filter(matchesFilter(filter, evidence));
    const sorting = { keyOf: ({ seq }: EvidenceEvent) => [seq], descending: order === "desc" };
    const { page, nextCursor } = cutSorted(pages, found, sorting);
    const size = evidence.events.length;
    const head = { seq: size, hash: rootAt(evidence, size) };
    return { events: structuredClone(page), nextCursor, head };
  },
  stream: ({ query }, call) =>
    eventStream(call, {
      matches: matchesFilter(query, call.caller.workspace.evidence),
      messageOf: eventMessage,
      opening: (position) => [positionMessage(position)],
    }),
  get: ({ params }, { caller }) => structuredClone(eventIn(caller.workspace.evidence, params.id)),
};
