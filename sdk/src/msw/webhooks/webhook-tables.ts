import type { Subscription } from "@assay/contract/webhooks/webhook-rules";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables, TimedSecret } from "../platform/state/platform-tables.ts";
import type { Dated } from "../platform/state/dated.ts";

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
  /** Project and evaluator → the last score that its thresholds were compared with. */
  scores: Map<string, number>;
  /** While it is sent messages. */
  sending: Promise<void> | null;
}

/** The tables of a workspace that this wing reads. */
export interface WebhookTables extends EvaluationTables {
  webhooks: Map<string, WebhookRow>;
}

/** The state of a mock that this wing reads. */
export interface WebhookState extends EvaluationState {
  tables: SharedTables<WebhookTables>;
}

/** Who calls, as this wing sees it. */
export type WebhookCaller = Caller<WebhookTables>;

/** A request, as this wing sees it. */
export type WebhookCall = Call<WebhookState>;

/** The implementations of one resource of this wing. */
export type WebhookHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, WebhookState>;

/** No endpoints. */
export const emptyWebhookTables = () => ({ webhooks: new Map<string, WebhookRow>() });
