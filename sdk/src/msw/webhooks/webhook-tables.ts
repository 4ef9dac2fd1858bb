import type { DeliveryRecord } from "@assay/contract/webhooks/delivery-rules";
import type { WebhookRecord } from "@assay/contract/webhooks/webhook-rules";
import type { EvaluationState, EvaluationTables } from "../evaluation/evaluation-tables.ts";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { SharedTables, TimedSecret } from "../platform/state/platform-tables.ts";

/** The sending of what is due to an endpoint. */
interface Sending {
  /** Resolves once nothing more is due. */
  done: Promise<void>;
  /** The message that is under way. */
  delivery: string;
}

/** The tables of a workspace that this wing reads. */
export interface WebhookTables extends EvaluationTables {
  webhooks: Map<string, WebhookRecord>;
  deliveries: Map<string, DeliveryRecord>;
  /** What messages to an endpoint are signed with, by its id; the newest first. */
  webhookSecrets: Map<string, TimedSecret[]>;
  /** The endpoints that are sent messages now, by id. */
  sending: Map<string, Sending>;
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
export const emptyWebhookTables = (): Omit<WebhookTables, Exclude<keyof EvaluationTables, "webhooks">> => ({
  webhooks: new Map(),
  deliveries: new Map(),
  webhookSecrets: new Map(),
  sending: new Map(),
});
