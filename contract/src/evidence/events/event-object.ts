import * as z from "zod";
import { idOf, milliseconds, refusingProto, withinBytes } from "../../platform/common.ts";
import { depthOf } from "../../domain/values/depth-of.ts";
import { exampleDigest, exampleIds } from "../../platform/example-values.ts";
import { limits } from "../../platform/limits.ts";

/** Creates the schema of a SHA-256 hash in lower-case hexadecimal. */
export const digestText = (description: string) =>
  z
    .string()
    .length(64)
    .meta({ description: `${description} SHA-256, lower-case hexadecimal.` });

/** Creates the schema of an event's position in its log. */
export const seqOf = (description: string) => z.int().min(1).meta({ description });

/** The schema of an event's type. */
export const eventType = z
  .string()
  .min(1)
  .max(limits.eventTypeCharacters)
  .meta({ description: "Type of the event, e.g. `policy_decision`." });
/** The schema of an event's session. */
export const session = z
  .string()
  .max(limits.eventSessionCharacters)
  .meta({ description: "Session of the event." });
/** The schema of an event's source. */
export const origin = z.enum(["server", "caller"]).meta({
  description: "Source of the event: `server`, or `caller` if the event was sent to `POST /api/events`.",
});

const dataText = `At most ${limits.eventDataBytes} bytes of JSON with ${limits.eventDataDepth} levels of nesting.`;
const dataSchema = z.record(z.string().max(1000), z.unknown());
/** The schema of an event's contents, as sent. */
export const dataInput = refusingProto(
  dataSchema
    .refine((value) => withinBytes(value, limits.eventDataBytes), {
      error: `must be at most ${limits.eventDataBytes} bytes of JSON`,
    })
    .refine((value) => depthOf(value) <= limits.eventDataDepth, {
      error: `must be at most ${limits.eventDataDepth} levels deep`,
    }),
).meta({
  description: `Contents of the event. A member \`agentId\` identifies the event's agent. ${dataText}`,
});

export const exampleData = { agentId: "triage-bot", tool: "chart.write", durationMs: 84 };
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

/** The schema of an event in the evidence log. */
export const event = z
  .object({
    seq: seqOf("Position in the workspace's log, starting at 1, without gaps."),
    eventId: idOf("event"),
    ts: milliseconds("Event time set by the sender; by default the server's time."),
    receivedAt: milliseconds("Time at which the server received the event."),
    session: session.nullable(),
    type: eventType,
    origin,
    data: dataSchema.nullable().meta({ description: "Contents of the event; null after erasure." }),
    salt: z.string().max(64).nullable().meta({
      description: "Salt for `dataCommit`: 32 random bytes in base64url; null after erasure.",
    }),
    dataCommit: digestText("Commitment to the data, stored in the log: hash of salt and data (RFC 8785)."),
    leafHash: digestText("Hash of the event's leaf in the log's Merkle tree (RFC 6962)."),
  })
  .meta({ id: "EvidenceEvent", description: "An event in the evidence log.", examples: [exampleEvent] });

const logHead = z
  .object({
    seq: z.int().min(0).meta({ description: "Position of the last event; 0 if the log is empty." }),
    hash: digestText("Root hash of the tree over all events."),
  })
  .meta({
    id: "LogHead",
    description: "The size of the log, with the root hash.",
    examples: [{ seq: 42, hash: exampleDigest }],
  });

/** The schema of a page of the log. */
export const eventPage = z
  .object({
    events: z.array(event).max(limits.eventsPerPage).meta({ description: "The events of this page." }),
    nextCursor: z
      .string()
      .max(2000)
      .nullable()
      .meta({ description: "The `cursor` for the next page; null on the last page." }),
    head: logHead,
  })
  .meta({
    id: "EventPage",
    description: "One page of the evidence log.",
    examples: [{ events: [exampleEvent], nextCursor: null, head: { seq: 42, hash: exampleDigest } }],
  });
