import { createHash } from "node:crypto";
import type { contract } from "@assay/contract/openapi/apis";
import type { CreateEventBody } from "@assay/contract/evidence/events/events";
import {
  callerEvent,
  callerEventText,
  eventPages,
  ownEvent,
} from "@assay/contract/evidence/events/event-rules";
import { existing } from "@assay/contract/platform/requests/existing";
import { parseId } from "@assay/contract/platform/ids";
import { toHex, sha256 } from "@assay/contract/wire";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { contextOf } from "../../platform/http/routing/request-context.ts";
import type { EventKey } from "./event-key.ts";
import { eventContents, resumePosition, startEventStream } from "./event-stream.ts";
import { eventToWire } from "./event-wire.ts";
import { findEventsById, listEvents } from "./event-queries.ts";
import { findLog } from "../log-queries.ts";

/**
 * Returns the idempotency key with a hash of the request's content, which does not depend on the request's
 * formatting.
 */
function keyOf(key: string | undefined, body: CreateEventBody): EventKey | undefined {
  if (key === undefined) return undefined;
  return { key, requestHash: createHash("sha256").update(callerEventText(body)).digest() };
}

const emptyRoot = sha256(new Uint8Array());

/** Returns the handlers of the event routes. */
export function eventHandlers(deps: EvidenceDeps): Handlers<typeof contract.events> {
  const { knex } = deps.database;
  return {
    create: async ({ body: given, headers }, { caller, request }) => {
      const body = ownEvent(given, caller.keyAgent);
      const sent = callerEvent(body, deps.now().getTime());
      const key = keyOf(headers["idempotency-key"], body);
      const { event, replayed } = await deps.evidence.writer.append(caller.workspaceId, () => sent, key);
      if (replayed) contextOf(request).replayed = true;
      return { status: 200, body: { ok: true, eventId: event.eventId, seq: event.seq } };
    },
    list: async ({ query }, { caller: { workspaceId } }) => {
      const { pages, filter, order } = eventPages(query);
      const end = await findLog(knex, workspaceId);
      const [after] = (pages.after ?? []).map(Number);
      const rows = await listEvents(knex, { workspaceId, filter }, { order, limit: pages.limit + 1, after });
      const { page, nextCursor } = pages.cut(rows, ({ seq }) => [seq]);
      const head = { seq: end?.size ?? 0, hash: toHex(end?.root ?? emptyRoot) };
      return { status: 200, body: { events: page.map(eventToWire), nextCursor, head } };
    },
    stream: async ({ query, headers }, call) => {
      const after = await resumePosition(knex, call.caller.workspaceId, headers["last-event-id"]);
      return { status: 200, body: startEventStream(deps, call, eventContents(query, after)) };
    },
    get: async ({ params }, { caller: { workspaceId } }) => {
      const id = parseId("event", params.id);
      const [row] = id === undefined ? [] : await findEventsById(knex, workspaceId, [id]);
      return { status: 200, body: eventToWire(existing(row, "event", params.id)) };
    },
  };
}
