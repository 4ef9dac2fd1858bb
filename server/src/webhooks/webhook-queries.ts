import type { EventKind } from "@assay/contract/webhooks/webhook-events";
import type { Thresholds } from "@assay/contract/webhooks/webhook-rules";
import type { Knex } from "knex";
import { type Reach, withinReach } from "../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../platform/http/request/page.ts";

/** A stored endpoint. */
export interface WebhookRow extends Dated {
  workspace_id: string;
  /** Null: it is told of the whole workspace. */
  project_id: string | null;
  url: string;
  event_types: EventKind[];
  thresholds: Thresholds | null;
  enabled: boolean;
  disabled_reason: string | null;
  disabled_at: Date | null;
  updated_at: Date;
}

/** The key of an endpoint. */
export interface WebhookKey {
  workspaceId: string;
  webhookId: string;
}

/** What a change of settings may set. */
export type WebhookChange = Partial<Omit<WebhookRow, "workspace_id" | "id" | "created_at">> & {
  exhausted?: number;
  failing?: boolean;
};

const columns = [
  "workspace_id",
  "id",
  "project_id",
  "url",
  "event_types",
  "thresholds",
  "enabled",
  "disabled_reason",
  "disabled_at",
  "created_at",
  "updated_at",
] as const;

const keyed = (db: Knex, { workspaceId, webhookId }: WebhookKey) =>
  db("webhooks").where({ workspace_id: workspaceId, id: webhookId });

const asText = (thresholds: Thresholds | null | undefined): string | null =>
  thresholds ? JSON.stringify(thresholds) : null;

/** Stores a new endpoint. */
export async function insertWebhook(tx: Knex, row: WebhookRow): Promise<void> {
  await tx("webhooks").insert({ ...row, thresholds: asText(row.thresholds) });
}

/** An endpoint that the caller can reach, or undefined; a restricted caller reaches those of its projects alone. */
export async function findWebhook(db: Knex, reach: Reach, id: string): Promise<WebhookRow | undefined> {
  return withinReach(db("webhooks"), reach)
    .where({ id })
    .first(...columns);
}

/** The same, locked until the transaction ends. */
export async function lockWebhook(tx: Knex, reach: Reach, id: string): Promise<WebhookRow | undefined> {
  return withinReach(tx("webhooks"), reach)
    .where({ id })
    .forUpdate()
    .first(...columns);
}

/** Endpoints newest first, one more than the page shows. */
export async function listWebhooks(
  db: Knex,
  reach: Reach,
  page: {
    projectId: string | undefined;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<WebhookRow[]> {
  const query = withinReach(db("webhooks"), reach).select(...columns);
  if (page.projectId !== undefined) query.where({ project_id: page.projectId });
  return newestFirst(query, page.limit, page.position);
}

/** The endpoints of workspaces that are sent anything; none of them can be deleted until the transaction ends. */
export async function holdEnabledWebhooks(
  tx: Knex,
  workspaceIds: readonly string[],
): Promise<Pick<WebhookRow, "workspace_id" | "id" | "project_id" | "event_types">[]> {
  return tx("webhooks")
    .whereIn("workspace_id", [...workspaceIds])
    .where({ enabled: true })
    .orderBy(["workspace_id", "id"])
    .forKeyShare()
    .select("workspace_id", "id", "project_id", "event_types");
}

/** Changes an endpoint and gives it back; undefined when it is gone. */
export async function updateWebhook(
  tx: Knex,
  key: WebhookKey,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const { thresholds, ...rest } = change;
  const rows: WebhookRow[] = await keyed(tx, key)
    .update({ ...rest, ...(thresholds !== undefined && { thresholds: asText(thresholds) }) })
    .returning([...columns]);
  return rows[0];
}

/** Deletes an endpoint with all that belongs to it. */
export async function deleteWebhook(tx: Knex, key: WebhookKey): Promise<void> {
  await keyed(tx, key).delete();
}
