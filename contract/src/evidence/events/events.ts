import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import { idOf, milliseconds, optional, pathId, queryInteger, withDefault } from "../../platform/common.ts";
import {
  dataInput,
  event,
  eventPage,
  eventType,
  exampleData,
  origin,
  seqOf,
  session,
} from "./event-object.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

const createEventBody = z
  .object({
    type: eventType,
    session: optional(session),
    ts: optional(milliseconds("Event time; default the server's clock.")),
    data: withDefault(dataInput, {}),
  })
  .meta({
    id: "CreateEvent",
    description: "An event to append. Unknown members are ignored, including `receivedAt`.",
    examples: [{ type: "tool_call", session: "visit-118", data: exampleData }],
  });

const appendedEvent = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    eventId: idOf("event"),
    seq: seqOf("Position in the log."),
  })
  .meta({
    id: "AppendedEvent",
    description: "The appended event, written to disk.",
    examples: [{ ok: true, eventId: exampleIds.event, seq: 42 }],
  });

const filters = {
  agentId: z.string().min(1).max(128).optional().meta({ description: "Filter by agent." }),
  session: session.optional(),
  type: eventType.optional(),
  origin: origin.optional(),
  outcome: z
    .enum(["allow", "deny", "ask", "transform"])
    .optional()
    .meta({ description: "Filter by decision outcome." }),
};
const latestMilliseconds = Number.MAX_SAFE_INTEGER;

const tag = "Events";

export const eventRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/events",
    summary: "Append an event",
    description:
      "Appends an event and responds once it is on disk. With a repeated `Idempotency-Key`, the same body returns the existing event; a different body, or any body after its erasure: 409. The rate limit does not count this operation; 503 above the write capacity.",
    headers: {
      "idempotency-key": z.string().min(1).max(255).optional().meta({
        description:
          "Idempotency key: makes the request safe to retry. Unique in the workspace, without an expiry.",
      }),
    },
    body: createEventBody,
    responses: answers({ 200: appendedEvent }, 409),
    metadata: {
      operationId: "createEvent",
      tag,
      scope: "events:write",
      sdk: "control.events.create",
      workspaceLevel: true,
      openBody: true,
      exemptFromRateLimit: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/api/events",
    summary: "List events",
    description: "Returns events by position in the log, the newest first by default; see `order`.",
    query: z.strictObject({
      ...filters,
      from: queryInteger(
        "Only events received at this time or later, in milliseconds since 1970.",
        0,
        latestMilliseconds,
      ),
      to: queryInteger(
        "Only events received before this time, in milliseconds since 1970.",
        0,
        latestMilliseconds,
      ),
      order: z
        .enum(["asc", "desc"])
        .default("desc")
        .meta({ description: "`desc`: the newest first; `asc`: the oldest first." }),
      limit: queryInteger(`Page size, 1 to ${limits.eventsPerPage}; default 100.`, 1, limits.eventsPerPage),
      cursor: z.string().min(1).max(2000).optional().meta({
        description: "`nextCursor` of the previous page, with the same filters and order.",
      }),
    }),
    responses: answers({ 200: eventPage }),
    metadata: {
      operationId: "listEvents",
      tag,
      scope: "events:read",
      sdk: "control.events.list",
      workspaceLevel: true,
    },
  }),
  // Before the route of one event, whose path also matches.
  stream: route({
    method: "GET",
    path: "/api/events/stream",
    summary: "Follow new events",
    description:
      "Streams server-sent events: `id` is the position in the log, `data` the event. Continues after `Last-Event-ID`; without it, starts with the next new event. 400 if it is beyond the last event. Ends when the API key expires or is revoked; at most 10 concurrent streams per key. A slow client does not delay others.",
    headers: {
      "last-event-id": z
        .string()
        .max(16)
        .regex(/^(0|[1-9]\d*)$/)
        .optional()
        .meta({ description: "Position of the last received event; 0: start with the first event." }),
    },
    query: z.strictObject(filters),
    responses: answers({
      200: c.otherResponse({
        contentType: "text/event-stream",
        body: z.string().meta({ description: "Messages in the format of HTML's server-sent events." }),
      }),
    }),
    metadata: {
      operationId: "streamEvents",
      tag,
      scope: "events:read",
      sdk: null,
      workspaceLevel: true,
    },
  }),
  get: route({
    method: "GET",
    path: "/api/events/:id",
    summary: "Get an event",
    description: "Returns one event, as in the log.",
    pathParams: pathId("event"),
    responses: answers({ 200: event }),
    metadata: {
      operationId: "getEvent",
      tag,
      scope: "events:read",
      sdk: "control.events.get",
      workspaceLevel: true,
    },
  }),
});

/** A validated event request, with its defaults. */
export type CreateEventBody = z.output<typeof createEventBody>;
