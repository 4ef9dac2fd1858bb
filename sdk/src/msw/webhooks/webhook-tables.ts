import type { DeliveryRecord } from "@assay/contract/webhooks/delivery-rules";
import type { WebhookRecord } from "@assay/contract/webhooks/webhook-rules";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables, TimedSecret, WithTables } from "../platform/state/platform-tables.ts";

/** The running deliveries to an endpoint. */
interface Sending {
  /** Resolves when no more deliveries are due. */
  done: Promise<void>;
  /** The running delivery. */
  delivery: string;
}

/** Creates tables without rows. */
export const emptyWebhookTables = () => ({
  webhooks: new Map<string, WebhookRecord>(),
  deliveries: new Map<string, DeliveryRecord>(),
  /** Maps endpoints to their signing secrets, newest first. */
  webhookSecrets: new Map<string, TimedSecret[]>(),
  /** Maps endpoints to their running deliveries. */
  sending: new Map<string, Sending>(),
});

/** A workspace's tables for this wing. */
export type WebhookTables = WithTables<EvaluationTables, ReturnType<typeof emptyWebhookTables>>;

/** A mock's state for this wing. */
export interface WebhookState extends EvaluationState {
  tables: SharedTables<WebhookTables>;
}

export type WebhookCaller = Caller<WebhookTables>;

export type WebhookCall = Call<WebhookState>;

export type WebhookHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, WebhookState>;
