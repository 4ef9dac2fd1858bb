import type { Subscription } from "@assay/contract/webhooks/webhook-rules";
import type { Dated } from "./dated.ts";

/** A secret, and until when it works; without an end: the present one. */
export interface TimedSecret {
  secret: string;
  validUntil: number | null;
}

/** One attempt to deliver, as it is shown. */
interface AttemptRow {
  at: string;
  response_status: number | null;
  error: string | null;
  duration_ms: number;
}

/** One message to one endpoint. */
export interface DeliveryRow extends Dated {
  webhook: string;
  event: string;
  /** When the event happened. */
  at: number;
  data: Readonly<Record<string, unknown>>;
  status: "pending" | "delivered" | "failed";
  /** While it is being sent. */
  sending: boolean;
  /** Attempts in this round: redelivering begins a new one. */
  tries: number;
  attempts: number;
  /** The last attempts, oldest first. */
  log: readonly AttemptRow[];
  nextAttemptAt: number | null;
  deliveredAt: number | null;
}

/** An endpoint that is told of events. */
export interface WebhookRow extends Dated {
  subscription: Subscription;
  disabled: { reason: string; at: number } | null;
  updatedAt: number;
  /** Messages that ran out since one was delivered. */
  exhausted: number;
  /** The newest first. */
  secrets: TimedSecret[];
  deliveries: Map<string, DeliveryRow>;
  /** Project and evaluator → the last score that its thresholds were held against. */
  scores: Map<string, number>;
  /** While it is sent messages. */
  sending: Promise<void> | null;
}
