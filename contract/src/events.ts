import * as z from "zod";
import { answers, c, route } from "./c.ts";
import {
  idOf,
  milliseconds,
  optional,
  pathId,
  queryInteger,
  refuseProto,
  withDefault,
  withinBytes,
} from "./common.ts";
import { depthOf } from "./domain/depth-of.ts";
import { exampleDigest, exampleIds } from "./example-values.ts";
import { limits } from "./limits.ts";

/** SHA-256 in lower-case hexadecimal. */
export const digestText = (description: string) =>
  z
    .string()
    .length(64)
    .meta({ description: `${description} SHA-256, lower-case hexadecimal.` });

/** The place of an event in its log. */
export const seqOf = (description: string) => z.int().min(1).meta({ description });

const eventType = z
  .string()
  .min(1)
  .max(limits.eventTypeCharacters)
  .meta({ description: "What kind of event it is, e.g. `policy_decision`." });
const session = z
  .string()
  .max(limits.eventSessionCharacters)
  .meta({ description: "The session that it belongs to." });
const origin = z
  .enum(["server", "caller"])
  .meta({ description: "Who says so: `server`, or `caller` for what was sent to `POST /api/events`." });

const dataText = `At most ${limits.eventDataBytes} bytes of JSON and ${limits.eventDataDepth} levels.`;
const dataSchema = z.record(z.string().max(1000), z.unknown());
const dataInput = z
  .preprocess<unknown, typeof dataSchema, Record<string, unknown>>(
    (value, context) => {
      refuseProto(value, context);
      return value;
    },
    dataSchema
      .refine((value) => withinBytes(value, limits.eventDataBytes), {
        error: `must be at most ${limits.eventDataBytes} bytes of JSON`,
      })
      .refine((value) => depthOf(value) <= limits.eventDataDepth, {
        error: `must be at most ${limits.eventDataDepth} levels deep`,
      }),
  )
  .meta({ description: `What happened. \`agentId\` in it is the event's agent. ${dataText}` });

const exampleData = { agentId: "triage-bot", tool: "chart.write", durationMs: 84 };
const exampleEvent = {
  seq: 42,
  eventId: exampleIds.event,
  ts: 1_772_443_800_000,
  receivedAt: 1_772_443_800_017,
  session: "visit-118",
  type: "tool_call",
  origin: "caller" as const,
  data: exampleData,
  salt: "l2QkTzq0qk8Jc2f4o8bV1dJm3m0n7h0m4sV9sE6cQxA",
  dataCommit: exampleDigest,
  leafHash: exampleDigest,
};

/** An event of the evidence log. */
const event = z
  .object({
    seq: seqOf("Its place in the workspace's log, from 1, without gaps."),
    eventId: idOf("event"),
    ts: milliseconds("When it happened, as the sender says; the server's clock when it said nothing."),
    receivedAt: milliseconds("When the server took it."),
    session: session.nullable(),
    type: eventType,
    origin,
    data: dataSchema.nullable().meta({ description: "What happened; null once erased." }),
    salt: z.string().max(64).nullable().meta({
      description: "32 random bytes in base64url that go into `dataCommit`; null once erased.",
    }),
    dataCommit: digestText("What stands for the data in the log: of salt and data (RFC 8785)."),
    leafHash: digestText("Its leaf in the log's Merkle tree (RFC 6962)."),
  })
  .meta({ id: "EvidenceEvent", description: "An event of the evidence log.", examples: [exampleEvent] });

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
    examples: [{ ok: true, eventId: exampleEvent.eventId, seq: 42 }],
  });

const logHead = z
  .object({
    seq: z.int().min(0).meta({ description: "Place of the last event; 0: there is none." }),
    hash: digestText("Root of the tree over all events."),
  })
  .meta({ id: "LogHead", description: "How far the log is.", examples: [{ seq: 42, hash: exampleDigest }] });

const eventPage = z
  .object({
    events: z.array(event).max(limits.eventsPerPage).meta({ description: "The events of this page." }),
    nextCursor: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "`cursor` of the next page; null when nothing follows." }),
    head: logHead,
  })
  .meta({
    id: "EventPage",
    description: "One page of the evidence log.",
    examples: [{ events: [exampleEvent], nextCursor: null, head: { seq: 42, hash: exampleDigest } }],
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
      "Answers once the event is on the disk. With an `Idempotency-Key` that an event of the workspace has already, the same body is answered with that event, another one with 409. Not counted by the rate limit; 503 when more is sent than can be written.",
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
  // Before the route of one event, whose path it has too.
  stream: route({
    method: "GET",
    path: "/api/events/stream",
    summary: "Follow events as they are appended",
    description:
      "Server-sent events: `id` is the place in the log, `data` the event. Goes on after `Last-Event-ID`; without it from now on. Ends when the API key ends; at most 10 at a time with one key. A client that lags behind is not waited for by anyone.",
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

/** What a request for an event says, with its defaults. */
export type CreateEventBody = z.output<typeof createEventBody>;
