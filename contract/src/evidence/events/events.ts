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
    ts: optional(milliseconds("When it happened; the server's clock when left out.")),
    data: withDefault(dataInput, {}),
  })
  .meta({
    id: "CreateEvent",
    description: "An event to append. Members that are not listed are ignored, `receivedAt` among them.",
    examples: [{ type: "tool_call", session: "visit-118", data: exampleData }],
  });

const appendedEvent = z
  .object({
    ok: z.literal(true).meta({ description: "Always true." }),
    eventId: idOf("event"),
    seq: seqOf("Its place in the log."),
  })
  .meta({
    id: "AppendedEvent",
    description: "The event is in the log, and on the disk.",
    examples: [{ ok: true, eventId: exampleIds.event, seq: 42 }],
  });

const filters = {
  agentId: z.string().min(1).max(128).optional().meta({ description: "Only events of this agent." }),
  session: session.optional(),
  type: eventType.optional(),
  origin: origin.optional(),
  outcome: z
    .enum(["allow", "deny", "ask", "transform"])
    .optional()
    .meta({ description: "Only decisions with this outcome." }),
};
const latestMilliseconds = Number.MAX_SAFE_INTEGER;

const tag = "Events";

export const eventRoutes = c.router({
  create: route({
    method: "POST",
    path: "/api/events",
    summary: "Append an event",
    description:
      "Answers once the event is on the disk. With an `Idempotency-Key` that an event of the workspace has already, the same body is answered with that event, another one with 409; once that event is erased, any body with 409. Not counted by the rate limit; 503 when more is sent than can be written.",
    headers: {
      "idempotency-key": z.string().min(1).max(255).optional().meta({
        description: "Makes the event safe to send again: unique in the workspace, for as long as the log.",
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
    description: "By place in the log, the newest first unless `order` says otherwise.",
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
      limit: queryInteger(
        `Page size, 1 to ${limits.eventsPerPage}; 100 when left out.`,
        1,
        limits.eventsPerPage,
      ),
      cursor: z.string().min(1).max(2000).optional().meta({
        description: "`nextCursor` of the page before, read with the same filters and order.",
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
    summary: "Follow events as they are appended",
    description:
      "Server-sent events: `id` is the place in the log, `data` the event. Goes on after `Last-Event-ID`, which must not be beyond the last event (400); without it from now on. Ends when the API key ends; at most 10 at a time with one key. A client that lags behind is not waited for by anyone.",
    headers: {
      "last-event-id": z
        .string()
        .max(16)
        .regex(/^(0|[1-9]\d*)$/)
        .optional()
        .meta({ description: "Place of the last event that was received; 0: from the first one on." }),
    },
    query: z.strictObject(filters),
    responses: answers({
      200: c.otherResponse({
        contentType: "text/event-stream",
        body: z.string().meta({ description: "Messages as the HTML standard's server-sent events." }),
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
    description: "As it stands in the log.",
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
