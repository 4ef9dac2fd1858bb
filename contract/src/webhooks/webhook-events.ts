import * as z from "zod";
import { timestamp } from "../platform/common.ts";
import { exampleIds, exampleLaterInstant } from "../platform/example-values.ts";

/** Every kind of event that an endpoint can be told of. */
export const eventKinds = [
  "score.threshold_crossed",
  "evaluation.completed",
  "evaluation.failed",
  "evaluation.cancelled",
  "review_task.assigned",
  "review_task.unassigned",
  "review_task.completed",
  "review_task.overdue",
  "review.submitted",
  "score.overridden",
  "export.completed",
  "approval.requested",
] as const;

/** A kind of event that an endpoint can be told of. */
export type EventKind = (typeof eventKinds)[number];

/** The event that a test sends; nobody subscribes to it. */
export const testEvent = "webhook.test";

export const eventKind = z.enum(eventKinds).meta({
  id: "EventKind",
  description: "A kind of event that an endpoint can be told of.",
  examples: ["score.threshold_crossed"],
});

/** The event that examples show. */
export const examplePayload = {
  event: "score.threshold_crossed",
  timestamp: exampleLaterInstant,
  data: {
    project: exampleIds.project,
    evaluation: exampleIds.candidate,
    evaluator: "triage_accuracy",
    score: 78.5,
    threshold: 80,
    direction: "below",
    previous_score: 84.25,
    change: -5.75,
  },
};

/** What an endpoint is sent. */
export const webhookPayload = z
  .object({
    event: z.string().max(100).meta({ description: "What happened." }),
    timestamp: timestamp("When it happened."),
    data: z.record(z.string().max(200), z.unknown()).meta({
      description:
        "What it happened to. Of `score.threshold_crossed`: `project`, `evaluation`, `evaluator`, `score`, `threshold`, `direction` (`below`, `above`), `previous_score`, `change`.",
    }),
  })
  .meta({
    id: "WebhookPayload",
    description: "The body that an endpoint is sent, under Standard Webhooks headers.",
    examples: [examplePayload],
  });

/** What is told of an event, before it is JSON. */
interface EventToTell {
  event: string;
  at: Date;
  data: unknown;
}

/** The body of every message about an event: the same bytes each time it is sent. */
export const payloadOf = ({ event, at, data }: EventToTell): string =>
  JSON.stringify({ event, timestamp: at.toISOString(), data });
