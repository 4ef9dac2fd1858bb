import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { beyondHead } from "@assay/contract/evidence/log/evidence-refusals";
import type { contract } from "@assay/contract/openapi/apis";
import type { CreateEventBody } from "@assay/contract/evidence/events/events";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import { canonicalize, encodeCursor, decodeCursor, toHex, sha256 } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { contextOf } from "../../platform/http/routing/request-context.ts";
import { streamedBody } from "../../platform/http/request/streamed-body.ts";
import type { EventKey } from "./event-key.ts";
import { eventMessages, takeStream } from "./event-stream.ts";
import { eventToWire } from "./event-wire.ts";
import { findEventsById, listEvents } from "./event-queries.ts";
import { findLog } from "../log-queries.ts";

/** What makes an event safe to send again: what was sent under its key, however it was spelled. */
function keyOf(key: string | undefined, body: CreateEventBody): EventKey | undefined {
  if (key === undefined) return undefined;
  const { type, session = null, ts = null, data } = body;
  const requestHash = createHash("sha256").update(canonicalize({ type, session, ts, data })).digest();
  return { key, requestHash };
}

/** The place that a stream goes on after. @throws {ApiError} 400 for one that the log has not come to. */
async function placeOf(db: Knex, workspaceId: string, lastId: string | undefined) {
  if (lastId === undefined) return undefined;
  const head = (await findLog(db, workspaceId))?.size ?? 0;
  if (Number(lastId) > head) throw beyondHead(lastId, head);
  return Number(lastId);
}

const emptyRoot = sha256(new Uint8Array());
const defaultLimit = 100;
const cursorNames = { parameter: "cursor", member: "nextCursor" };

/** The routes of events. */
export function eventHandlers(deps: EvidenceDeps): Handlers<typeof contract.events> {
  const { knex } = deps.database;
  return {
    create: async ({ body, headers }, { caller, request }) => {
      const receivedAt = deps.now().getTime();
      const { type, session = null, ts = receivedAt, data } = body;
      const told = { type, session, ts, receivedAt, origin: "caller" as const, data };
      const key = keyOf(headers["idempotency-key"], body);
      const { event, replayed } = await deps.evidence.writer.append(caller.workspaceId, () => told, key);
      if (replayed) contextOf(request).replayed = true;
      return { status: 200, body: { ok: true, eventId: event.eventId, seq: event.seq } };
    },
    list: async ({ query }, { caller: { workspaceId } }) => {
      const { order, limit = defaultLimit, cursor, ...filter } = query;
      const identity = { list: "events", filter: { ...filter, order }, names: cursorNames };
      const [after] = cursor === undefined ? [] : decodeCursor(cursor, identity, ["integer"]);
      const end = await findLog(knex, workspaceId);
      const range = { order, limit: limit + 1, ...(after !== undefined && { after: Number(after) }) };
      const rows = await listEvents(knex, { workspaceId, filter }, range);
      const events = rows.slice(0, limit).map(eventToWire);
      const last = rows.length > limit ? events.at(-1) : undefined;
      const nextCursor = last ? encodeCursor({ ...identity, position: [last.seq] }) : null;
      const head = { seq: end?.size ?? 0, hash: toHex(end?.root ?? emptyRoot) };
      return { status: 200, body: { events, nextCursor, head } };
    },
    stream: async ({ query, headers }, call) => {
      const after = await placeOf(knex, call.caller.workspaceId, headers["last-event-id"]);
      const release = takeStream(call.caller.apiKeyId);
      call.signal.addEventListener("abort", release);
      const asked = { filter: query, after };
      const messages = Readable.from(eventMessages(deps, call, asked), {
        objectMode: false,
        highWaterMark: 65_536,
      });
      return { status: 200, body: streamedBody(messages.once("close", release)) };
    },
    get: async ({ params }, { caller: { workspaceId } }) => {
      const id = parseId("event", params.id);
      const [row] = id === undefined ? [] : await findEventsById(knex, workspaceId, [id]);
      if (!row) throw notFound("event", params.id);
      return { status: 200, body: eventToWire(row) };
    },
  };
}
