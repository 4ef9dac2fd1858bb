import * as z from "zod";
import { controlPlaneEvents } from "../control/control-events.ts";
import { evaluationEvents, exampleCrossing } from "../evaluation/evaluation-events.ts";
import { idOf, timestamp } from "../platform/common.ts";
import type { EventsOf } from "../platform/event-types.ts";
import { exampleIds, exampleLaterInstant } from "../platform/example-values.ts";
import { reviewEvents } from "../review/review-events.ts";

const { "export.completed": exportCompleted, ...evaluationPayloads } = evaluationEvents;

/**
 * The payload schema for each event kind, in the order used in documents and errors. All schemas are strict.
 */
export const eventPayloads = {
  ...evaluationPayloads,
  ...reviewEvents,
  "export.completed": exportCompleted,
  ...controlPlaneEvents,
};

/** An event kind to which an endpoint can subscribe. */
export type EventKind = keyof typeof eventPayloads;

/** An event of one or more kinds: a union with one member for each kind. */
export type EventOf<K extends EventKind = EventKind> = K extends EventKind
  ? { event: K; at: number; data: z.output<(typeof eventPayloads)[K]> }
  : never;

/** Every event kind to which an endpoint can subscribe. */
// Safe: `Object.keys` returns strings, and the object has exactly the keys in its type.
export const eventKinds = Object.keys(eventPayloads) as EventKind[];

/** Returns whether the events of a kind belong to the workspace, not to a project. */
export const isWorkspaceKind = (kind: EventKind): boolean => Object.hasOwn(controlPlaneEvents, kind);

/** The event kind of a test message. Endpoints cannot subscribe to it. */
export const testEvent = "webhook.test";

/** The payload schema of a test message. */
export const testPayload = z
  .strictObject({
    webhook: idOf("webhook"),
    project: idOf("project")
      .nullable()
      .meta({ description: "The webhook's `config.project`; null if it has none." }),
  })
  .meta({
    id: "WebhookTestData",
    description: "A test event from `POST /v1/webhooks/{id}/test`.",
    examples: [{ webhook: exampleIds.webhook, project: exampleIds.project }],
  });

/** The event of a test message. */
export type TestEvent = EventsOf<{ [testEvent]: typeof testPayload }>;

export const eventKind = z.enum(eventKinds).meta({
  id: "EventKind",
  description: "Kind of a webhook event.",
  examples: ["score.threshold_crossed"],
});

/** An example of an event. */
export const examplePayload = {
  event: "score.threshold_crossed",
  timestamp: exampleLaterInstant,
  data: exampleCrossing,
};

/** The schema of a webhook message. */
export const webhookPayload = z
  .object({
    event: z.string().max(100).meta({ description: "The event kind." }),
    timestamp: timestamp("Time of the event."),
    data: z.record(z.string().max(200), z.unknown()).meta({
      description:
        "The payload. For `score.threshold_crossed`, its members are `project`, `evaluation`, `evaluator`, `score`, `threshold`, `direction` (`below` or `above`), `previous_score` and `change`.",
    }),
  })
  .meta({
    id: "WebhookPayload",
    description: "The body of a webhook message, with Standard Webhooks headers.",
    examples: [examplePayload],
  });

/** An event before it is serialized. */
interface UnsentEvent {
  event: string;
  at: Date;
  data: unknown;
}

/** Returns the body of all messages about an event. The bytes are identical for each attempt. */
export const payloadOf = ({ event, at, data }: UnsentEvent): string =>
  JSON.stringify({ event, timestamp: at.toISOString(), data });
