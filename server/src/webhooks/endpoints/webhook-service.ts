import { randomBytes } from "node:crypto";
import {
  changedSubscription,
  changedThresholds,
  disabledByRequest,
  noSubscription,
  type Subscription,
} from "@assay/contract/webhooks/webhook-rules";
import type { CreateWebhookBody, UpdateWebhookBody } from "@assay/contract/webhooks/webhooks";
import { parseId } from "@assay/contract/platform/ids";
import { notFound, projectRestricted } from "@assay/contract/platform/refusals";
import { formatWebhookSecret } from "@assay/contract/wire";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { wakeDispatchers } from "../../platform/outbox/outbox-queries.ts";
import { checkAddresses } from "../../platform/outbound/check-addresses.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { deleteOtherDeliveries } from "../deliveries/delivery-queries.ts";
import { forgetScores } from "../../evaluation/thresholds/threshold-crossing-queries.ts";
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  updateWebhook,
  type WebhookChange,
  type WebhookKey,
  type WebhookRow,
} from "../webhook-queries.ts";
import { lockedWebhook, subscriptionOf } from "../webhook-access.ts";
import { endWebhookSecrets, insertWebhookSecret } from "./webhook-secret-queries.ts";

/** An endpoint with the secret that was just made for it. */
export interface WebhookWithSecret {
  row: WebhookRow;
  secret: string;
}

/**
 * Registers an endpoint.
 *
 * @throws {ApiError} 400 for thresholds that are missing or an address that can never be called; 403 when a restricted caller names no project; 422 for a project
 *   that the caller cannot reach.
 */
export async function createWebhook(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  body: CreateWebhookBody,
): Promise<WebhookWithSecret> {
  const wanted = changedSubscription(noSubscription, body);
  checkAddresses(deps, [{ path: "/url", url: wanted.url }]);
  const now = deps.now();
  const row: WebhookRow = {
    workspace_id: reach.workspaceId,
    id: deps.newId(),
    ...(await columnsOf(tx, reach, wanted)),
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    created_at: now,
    updated_at: now,
  };
  await insertWebhook(tx, row);
  return { row, secret: await makeSecret(tx, deps, keyOf(row)) };
}

const keyOf = (row: WebhookRow): WebhookKey => ({ workspaceId: row.workspace_id, webhookId: row.id });

async function columnsOf(tx: Tx, reach: Reach, { project, url, eventTypes, thresholds }: Subscription) {
  return {
    project_id: await projectIdOf(tx, reach, project),
    url,
    event_types: [...eventTypes],
    thresholds,
  };
}

async function projectIdOf(tx: Tx, reach: Reach, project: string | null): Promise<string | null> {
  if (project === null) {
    if (reach.projects) throw projectRestricted();
    return null;
  }
  return (await referredProject(tx, reach, { named: project, path: "/config/project" })).id;
}

async function makeSecret(tx: Tx, deps: PlatformDeps, key: WebhookKey): Promise<string> {
  const secret = formatWebhookSecret(randomBytes(32));
  await insertWebhookSecret(tx, key, {
    id: deps.newId(),
    secret: await deps.secrets.encrypt(tx, key.workspaceId, Buffer.from(secret)),
    created_at: deps.now(),
    valid_until: null,
  });
  return secret;
}

/** An endpoint by its public id. @throws {ApiError} 404 when the caller cannot reach it. */
export async function getWebhook(db: Knex, reach: Reach, publicId: string): Promise<WebhookRow> {
  const id = parseId("webhook", publicId);
  const row = id && (await findWebhook(db, reach, id));
  if (!row) throw notFound("webhook", publicId);
  return row;
}

/**
 * Changes an endpoint's settings, or enables or disables it.
 *
 * @throws {ApiError} 404; otherwise as for a new one.
 */
export async function changeWebhook(
  tx: Tx,
  deps: PlatformDeps,
  { reach, publicId }: { reach: Reach; publicId: string },
  body: UpdateWebhookBody,
): Promise<WebhookRow> {
  const row = await lockedWebhook(tx, reach, publicId);
  const wanted = changedSubscription(subscriptionOf(row), body);
  if (body.url !== undefined) checkAddresses(deps, [{ path: "/url", url: wanted.url }]);
  const voided = changedThresholds(row.thresholds, wanted.thresholds);
  if (voided.length > 0) await forgetScores(tx, keyOf(row), voided);
  const changed = await updateWebhook(tx, keyOf(row), {
    ...(await columnsOf(tx, reach, wanted)),
    ...enabling(row, body.enabled, deps.now()),
    updated_at: deps.now(),
  });
  if (!changed) throw notFound("webhook", publicId);
  // Whoever may see the project alone sees the endpoint from now on, and may send it elsewhere.
  if (wanted.project !== null && changed.project_id !== row.project_id)
    await deleteOtherDeliveries(tx, keyOf(row), wanted.project);
  // What waited while it was disabled is due.
  if (changed.enabled && !row.enabled) await wakeDispatchers(tx);
  return changed;
}

function enabling(row: WebhookRow, enabled: boolean | undefined, now: Date): WebhookChange {
  if (enabled === true)
    return { enabled, disabled_reason: null, disabled_at: null, exhausted: 0, failing: false };
  if (enabled === undefined || !row.enabled) return {};
  return { enabled, disabled_reason: disabledByRequest, disabled_at: now };
}

/** Deletes an endpoint with its secrets and deliveries. @throws {ApiError} 404. */
export async function removeWebhook(tx: Tx, reach: Reach, publicId: string): Promise<void> {
  await deleteWebhook(tx, keyOf(await lockedWebhook(tx, reach, publicId)));
}

/** Gives an endpoint a new secret; the old one signs too until the grace is over. @throws {ApiError} 404. */
export async function rotateWebhookSecret(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  { publicId, graceSeconds }: { publicId: string; graceSeconds: number },
): Promise<WebhookWithSecret & { previousUntil: Date }> {
  const row = await lockedWebhook(tx, reach, publicId);
  const now = deps.now();
  const previousUntil = new Date(now.getTime() + graceSeconds * 1000);
  await endWebhookSecrets(tx, keyOf(row), { now, validUntil: previousUntil });
  const changed = await updateWebhook(tx, keyOf(row), { updated_at: now });
  if (!changed) throw notFound("webhook", publicId);
  return { row: changed, secret: await makeSecret(tx, deps, keyOf(row)), previousUntil };
}
