import { beyondHead } from "@assay/contract/evidence/log/evidence-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import { canonicalize, decodeCursor, encodeCursor, type EvidenceEvent } from "@assay/contract/wire";
import { eventStream } from "./mock-event-stream.ts";
import { appendEvent, appendOnce, rootAt } from "./evidence-log.ts";
import type { EvidenceHandlers } from "./evidence-tables.ts";

/** What of a query filters. */
interface Filter {
  agentId?: string | undefined;
  session?: string | undefined;
  type?: string | undefined;
  origin?: string | undefined;
  outcome?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** Whether an event is one of those that a query asks for; of erased data it is still known whose it was. */
const matching =
  ({ agentId, session, type, origin, outcome, from, to }: Filter, erased: ReadonlyMap<number, Told>) =>
  (event: EvidenceEvent): boolean => {
    const told = event.data ?? erased.get(event.seq);
    return (
      (agentId === undefined || told?.["agentId"] === agentId) &&
      (outcome === undefined || told?.["outcome"] === outcome) &&
      (session === undefined || event.session === session) &&
      (type === undefined || event.type === type) &&
      (origin === undefined || event.origin === origin) &&
      (from === undefined || event.receivedAt >= from) &&
      (to === undefined || event.receivedAt < to)
    );
  };

type Told = Record<string, unknown>;

/** The routes of events. */
export const eventHandlers: EvidenceHandlers<"events"> = {
  create: ({ body }, call) => {
    const receivedAt = call.clock.now();
    const { type, session = null, ts, data } = body;
    const request = canonicalize({ type, session, ts: ts ?? null, data });
    const told = { type, session, ts: ts ?? receivedAt, receivedAt, origin: "caller" as const, data };
    const { eventId, seq } = appendOnce(call, request, () => appendEvent(call.caller.workspace, told));
    return { status: 200, body: { ok: true, eventId, seq } };
  },
  list: ({ query }, { caller }) => {
    const { order, limit = 100, cursor, ...filter } = query;
    const { evidence } = caller.workspace;
    const names = { parameter: "cursor", member: "nextCursor" };
    const identity = { list: "events", filter: { ...filter, order }, names };
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, identity, ["integer"]);
    const sorted = order === "asc" ? evidence.events : evidence.events.toReversed();
    const following = sorted.filter(
      ({ seq }) => after === undefined || (order === "asc" ? seq > Number(after) : seq < Number(after)),
    );
    const found = following.filter(matching(filter, evidence.erased));
    const events = found.slice(0, limit);
    const last = found.length > limit ? events.at(-1) : undefined;
    const nextCursor = last ? encodeCursor({ ...identity, position: [last.seq] }) : null;
    const size = evidence.events.length;
    return {
      status: 200,
      body: {
        events: structuredClone(events),
        nextCursor,
        head: { seq: size, hash: rootAt(evidence, size) },
      },
    };
  },
  stream: ({ query }, call) => {
    const lastId = call.sent.headers.get("last-event-id");
    const after = lastId === null ? undefined : Number(lastId);
    const head = call.caller.workspace.evidence.events.length;
    if (lastId !== null && Number(lastId) > head) throw beyondHead(lastId, head);
    const stream = eventStream(call, matching(query, call.caller.workspace.evidence.erased), after);
    // To the contract a stream is the text that it is once it is whole.
    return { status: 200, body: stream as unknown as string };
  },
  get: ({ params }, { caller }) => {
    const event = caller.workspace.evidence.events.find(({ eventId }) => eventId === params.id);
    if (!event) throw notFound("event", params.id);
    return { status: 200, body: structuredClone(event) };
  },
};
