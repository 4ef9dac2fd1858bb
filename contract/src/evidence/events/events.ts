import * as z from "zod";
import { answers, c, route } from "../../platform/c.ts";
import {
  idOf,
  milliseconds,
  optional,
  pathId,
  queryInstant,
  queryInteger,
  withDefault,
} from "../../platform/common.ts";
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
    ts: optional(milliseconds("Event time; by default the server's time.")),
    data: withDefault(dataInput, {}),
  })
  .meta({
    id: "CreateEvent",
    description: "An event to append. Unknown members, including `receivedAt`, are ignored.",
    examples: [{ type: "tool_call", session: "visit-118", data: exampleData }],
  });

const appendedEvent = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    eventId: idOf("event"),
    seq: seqOf("Position of the event in the log."),
  })
  .meta({
    id: "AppendedEvent",
    description: "The appended event, which has been written to disk.",
    examples: [{ ok: true, eventId: exampleIds.event, seq: 42 }],
  });

/** A principal in a filter: its type and its id. */
export const principalPattern = /^((?:[^:]|::)+):([\s\S]+)$/;

const filters = {
  agentId: z.string().min(1).max(128).optional().meta({ description: "Filter by agent." }),
  session: session.optional(),
  type: eventType.optional(),
  origin: origin.optional(),
  outcome: z
    .enum(["allow", "deny", "ask", "transform"])
    .optional()
    .meta({ description: "Filter by decision outcome." }),
  onBehalfOf: z
    .string()
    .max(400)
    .regex(principalPattern, {
      error: "must be the type and the id of a principal with a colon between them, such as user:ada",
    })
    .optional()
    .meta({
      description:
        "Filter by a principal on whose behalf the subject of a decision acts: its type, a colon and its id. Erased events do not match.",
      examples: ["user:ada"],
    }),
};

/** The header with which a stream continues. */
export const streamHeaders = {
  "last-event-id": z
    .string()
    .max(16)
    .regex(/^(0|[1-9]\d*)$/, { error: "must be the id of an event in the stream, such as 42, or 0" })
    .optional()
    .meta({ description: "Position of the last received event; 0 to start with the first event." }),
};

/** The response with a stream. */
export const streamResponse = c.otherResponse({
  contentType: "text/event-stream",
  body: z.string().meta({ description: "Messages in the format of HTML's server-sent events." }),
});

const tag = "Events";

export const eventRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/events",
    summary: "Append an event",
    description:
      "Appends an event and responds once the event is on disk. If you repeat an `Idempotency-Key` with an identical body, the response is the existing event. 409 for a different body, and for any body after the event was erased. The rate limit does not count this operation. 503 if the write capacity is exceeded.",
    headers: {
      "idempotency-key": z.string().min(1).max(255).optional().meta({
        description:
          "Idempotency key, which makes the request safe to retry. It is unique in the workspace and does not expire.",
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
      bodyLimits: "call",
      exemptFromRateLimit: true,
    },
  }),
  list: route({
    method: "GET",
    path: "/api/events",
    summary: "List events",
    description: "Returns events sorted by position in the log, by default newest first; see `order`.",
    query: z.strictObject({
      ...filters,
      from: queryInstant("Only events received at or after this time"),
      to: queryInstant("Only events received before this time, which must be after `from`"),
      order: z
        .enum(["asc", "desc"])
        .default("desc")
        .meta({ description: "`desc`: newest first; `asc`: oldest first." }),
      limit: queryInteger(`Page size, 1 to ${limits.eventsPerPage}; default 100.`, 1, limits.eventsPerPage),
      cursor: z.string().min(1).max(2000).optional().meta({
        description:
          "`nextCursor` from the previous page, which was requested with these filters and this order.",
      }),
    }),
    responses: answers({ 200: eventPage }),
    metadata: {
      operationId: "listEvents",
      tag,
      scope: "events:read",
      sdk: "control.events.list",
      itemsMember: "events",
      workspaceLevel: true,
    },
  }),
  // Declared before the route that returns one event, because the path of that route also matches requests
  // for the stream.
  stream: route({
    method: "GET",
    path: "/api/events/stream",
    summary: "Follow new events",
    description:
      "Streams server-sent events. `id` is the position in the log, and `data` is the event. The stream continues after `Last-Event-ID`. Without this header, the stream starts with the next new event. 400 if `Last-Event-ID` is beyond the last event. The stream ends when the API key expires or is revoked. A key has at most 10 concurrent streams. A slow client does not delay other clients.",
    headers: streamHeaders,
    query: z.strictObject(filters),
    responses: answers({ 200: streamResponse }),
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
    description: "Returns one event in the form in which the log contains it.",
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

/** A validated request that appends an event, with defaults applied. */
export type CreateEventBody = z.output<typeof createEventBody>;
