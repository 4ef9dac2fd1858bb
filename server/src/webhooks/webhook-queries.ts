import { withoutAbsent } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { EventKind } from "@assay/contract/webhooks/webhook-events";
import type { Thresholds, WebhookRecord } from "@assay/contract/webhooks/webhook-rules";
import type { Knex } from "knex";
import { uuidOf } from "../platform/db/record-columns.ts";
import { type Dated, newestFirst } from "../platform/http/request/page.ts";
import { type Reach, withinReach } from "../workspace/access/reach.ts";

/** A stored endpoint. */
interface StoredWebhook extends Dated {
  /** Null if the endpoint receives events from the whole workspace. */
  project_id: string | null;
  url: string;
  event_types: EventKind[];
  thresholds: Thresholds | null;
  disabled_reason: string | null;
  /** Null if the endpoint is enabled. */
  disabled_at: Date | null;
  exhausted: number;
  failing: boolean;
  updated_at: Date;
}

/** The database key of an endpoint. */
export interface WebhookKey {
  workspaceId: string;
  webhookId: string;
}

const settings = ["project_id", "url", "event_types", "thresholds"];
const state = ["disabled_reason", "disabled_at", "exhausted", "failing"];
const columns = ["id", ...settings, ...state, "created_at", "updated_at"];

const recordOf = (row: StoredWebhook): WebhookRecord => ({
  id: formatId("webhook", row.id),
  subscription: {
    eventTypes: row.event_types,
    url: row.url,
    project: row.project_id && formatId("project", row.project_id),
    thresholds: row.thresholds,
  },
  disabled: row.disabled_at && { reason: row.disabled_reason ?? "", at: row.disabled_at.getTime() },
  exhausted: row.exhausted,
  failing: row.failing,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

function valuesOf({ subscription, disabled, ...set }: Partial<WebhookRecord>) {
  const { project, thresholds } = subscription ?? {};
  return withoutAbsent({
    project_id: project && uuidOf("project", project),
    url: subscription?.url,
    event_types: subscription && [...subscription.eventTypes],
    thresholds: thresholds && JSON.stringify(thresholds),
    enabled: disabled === undefined ? undefined : disabled === null,
    disabled_reason: disabled && disabled.reason,
    disabled_at: disabled && new Date(disabled.at),
    exhausted: set.exhausted,
    failing: set.failing,
    updated_at: set.updatedAt === undefined ? undefined : new Date(set.updatedAt),
  });
}

/** Returns the database key of an endpoint from the id in its record. */
export const keyOfWebhook = (workspaceId: string, id: string): WebhookKey => ({
  workspaceId,
  webhookId: uuidOf("webhook", id),
});

const keyed = (db: Knex, { workspaceId, webhookId }: WebhookKey) =>
  db("webhooks").where({ workspace_id: workspaceId, id: webhookId });

/** Stores a new endpoint. */
export async function insertWebhook(tx: Knex, workspaceId: string, webhook: WebhookRecord): Promise<void> {
  await tx("webhooks").insert({
    ...valuesOf(webhook),
    workspace_id: workspaceId,
    id: uuidOf("webhook", webhook.id),
    created_at: new Date(webhook.createdAt),
  });
}

/**
 * Returns an endpoint by its UUID; undefined if the caller cannot access it. A caller that is restricted to
 * projects can access only endpoints of these projects.
 */
export async function findWebhook(db: Knex, reach: Reach, id: string): Promise<WebhookRecord | undefined> {
  const row: StoredWebhook | undefined = await withinReach(db("webhooks"), reach)
    .where({ id })
    .first(columns);
  return row && recordOf(row);
}

/** Returns an endpoint like `findWebhook`, and locks it until the transaction ends. */
export async function lockWebhook(tx: Knex, reach: Reach, id: string): Promise<WebhookRecord | undefined> {
  const row: StoredWebhook | undefined = await withinReach(tx("webhooks"), reach)
    .where({ id })
    .forUpdate()
    .first(columns);
  return row && recordOf(row);
}

/** Lists endpoints, newest first. Reads one more row than the page size. */
export async function listWebhooks(
  db: Knex,
  reach: Reach,
  page: {
    projectId: string | undefined;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<WebhookRecord[]> {
  const query = withinReach(db("webhooks"), reach).select(columns);
  if (page.projectId !== undefined) query.where({ project_id: page.projectId });
  const rows: StoredWebhook[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}

/** An enabled endpoint with its workspace. */
export interface EnabledWebhook extends Pick<WebhookRecord, "id" | "subscription"> {
  workspaceId: string;
}

/**
 * Returns the enabled endpoints of the given workspaces, and prevents their deletion until the transaction
 * ends.
 */
export async function lockEnabledWebhooks(
  tx: Knex,
  workspaceIds: readonly string[],
): Promise<EnabledWebhook[]> {
  const rows: (StoredWebhook & { workspace_id: string })[] = await tx("webhooks")
    .whereIn("workspace_id", [...workspaceIds])
    .where({ enabled: true })
    .orderBy(["workspace_id", "id"])
    .forKeyShare()
    .select("workspace_id", ...columns);
  return rows.map((row) => ({ ...recordOf(row), workspaceId: row.workspace_id }));
}

/** Updates an endpoint. */
export async function updateWebhook(
  tx: Knex,
  key: WebhookKey,
  change: Partial<WebhookRecord>,
): Promise<void> {
  await keyed(tx, key).update(valuesOf(change));
}

/** Deletes an endpoint with all its data. */
export async function deleteWebhook(tx: Knex, key: WebhookKey): Promise<void> {
  await keyed(tx, key).delete();
}
