import { randomBytes } from "node:crypto";
import {
  decideWebhook,
  projectsOf,
  type WebhookCommand,
  type WebhookDecision,
  type WebhookState,
} from "@assay/contract/webhooks/webhook-rules";
import { formatWebhookSecret } from "@assay/contract/wire";
import { forgetScores } from "../../evaluation/thresholds/threshold-crossing-queries.ts";
import { appendsNothing, commitDecision, emitsNothing } from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { isNeverCalled } from "../../platform/outbound/guarded-connector.ts";
import { notifyDispatchers } from "../../platform/outbox/outbox-queries.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { timeAndIds } from "../../platform/rule-context.ts";
import { reachedProjects } from "../../workspace/projects/project-service.ts";
import { deleteOtherDeliveries } from "../deliveries/delivery-queries.ts";
import { lockNamedWebhook } from "../webhook-access.ts";
import { deleteWebhook, insertWebhook, keyOfWebhook, updateWebhook } from "../webhook-queries.ts";
import { expireWebhookSecrets, insertWebhookSecret } from "./webhook-secret-queries.ts";

/** A command on an endpoint, with its caller. */
export interface WebhookRequest {
  caller: WebhookCaller;
  command: WebhookCommand;
}

type WebhookCaller = Pick<Caller, "workspaceId" | "projects">;

/** The outcome of a command, with the secret that the command created. */
export interface ChangedWebhook {
  decision: WebhookDecision;
  /** The new secret; an empty string if the command does not create a secret. */
  secret: string;
}

/** Executes a command on an endpoint. @throws {ApiError} the refusals that `decideWebhook` returns. */
export async function commandWebhook(
  tx: Tx,
  deps: PlatformDeps,
  { caller, command }: WebhookRequest,
): Promise<ChangedWebhook> {
  const { workspaceId } = caller;
  const state = await loadState(tx, deps, { caller, command });
  const decision = decideWebhook(state, command, timeAndIds(deps));
  await commitDecision(decision, {
    insert: (webhook) => insertWebhook(tx, workspaceId, webhook),
    update: (id, set) => updateWebhook(tx, keyOfWebhook(workspaceId, id), set),
    delete: (id) => deleteWebhook(tx, keyOfWebhook(workspaceId, id)),
    append: appendsNothing,
    emit: emitsNothing,
  });
  await applyEffects(tx, workspaceId, { state, decision });
  const createsSecret = command.type === "create" || command.type === "rotateSecret";
  const secret = createsSecret ? formatWebhookSecret(randomBytes(32)) : "";
  if (createsSecret) await storeSecret(tx, deps, { workspaceId, decision, secret });
  return { decision, secret };
}

async function loadState(
  tx: Tx,
  { addresses }: PlatformDeps,
  { caller, command }: WebhookRequest,
): Promise<WebhookState> {
  const url = "body" in command ? command.body.url : undefined;
  return {
    webhook: command.type === "create" ? undefined : await lockNamedWebhook(tx, caller, command.id),
    isRestricted: caller.projects !== null,
    projects: await reachedProjects(tx, caller, projectsOf(command)),
    isNeverCalled: url !== undefined && isNeverCalled(url, addresses),
  };
}

async function applyEffects(
  tx: Tx,
  workspaceId: string,
  { state, decision }: { state: WebhookState; decision: WebhookDecision },
): Promise<void> {
  const { record, voidedEvaluators, limitedTo } = decision;
  const key = keyOfWebhook(workspaceId, record.id);
  if (voidedEvaluators.length > 0) await forgetScores(tx, key, voidedEvaluators);
  if (limitedTo !== null) await deleteOtherDeliveries(tx, key, limitedTo);
  // Messages that waited while the endpoint was disabled are due now.
  if (state.webhook?.disabled && !record.disabled) await notifyDispatchers(tx);
}

async function storeSecret(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, decision, secret }: ChangedWebhook & { workspaceId: string },
): Promise<void> {
  const { record, previousSecretsUntil: until } = decision;
  const key = keyOfWebhook(workspaceId, record.id);
  const now = new Date(record.updatedAt);
  if (until !== null) await expireWebhookSecrets(tx, key, { now, validUntil: new Date(until) });
  await insertWebhookSecret(tx, key, {
    id: deps.newId(),
    secret: await deps.secrets.encrypt(tx, workspaceId, Buffer.from(secret)),
    created_at: now,
    valid_until: null,
  });
}
