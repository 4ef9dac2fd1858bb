import {
  decideDelivery,
  type DeliveryCommand,
  refuseBlindDeliveries,
} from "@assay/contract/webhooks/delivery-rules";
import {
  decideWebhook,
  projectsOf,
  reachesWebhook,
  requireWebhook,
  type WebhookCommand,
  type WebhookDecision,
  type WebhookRecord,
} from "@assay/contract/webhooks/webhook-rules";
import {
  createdWebhookToWire,
  deletedWebhookToWire,
  deliveryToWire,
  rotatedWebhookToWire,
  webhookToWire,
} from "@assay/contract/webhooks/webhook-wire";
import { endedSecrets } from "@assay/contract/domain";
import { formatWebhookSecret } from "@assay/contract/wire";
import { watchKey } from "../evaluation/thresholds/detect-threshold-crossings.ts";
import { hasValues, newestPage } from "@assay/contract/platform/paging/sorted-page";
import { storeDecision } from "../platform/state/apply-decision.ts";
import { blindSamples } from "../workspace/blind-access.ts";
import { findProject } from "../workspace/reach.ts";
import type { WebhookCall, WebhookCaller, WebhookHandlers, WebhookTables } from "./webhook-tables.ts";

function reachedWebhook(caller: WebhookCaller, id: string): WebhookRecord | undefined {
  const webhook = caller.workspace.webhooks.get(id);
  return webhook && reachesWebhook(caller, webhook) ? webhook : undefined;
}

/** Runs a command on an endpoint, and stores its new secret. */
function storeWebhook(
  call: WebhookCall,
  command: WebhookCommand,
): { decision: WebhookDecision; secret: string } {
  const { caller } = call;
  const { workspace } = caller;
  const state = {
    webhook: command.type === "create" ? undefined : reachedWebhook(caller, command.id),
    isRestricted: caller.projects !== null,
    projects: new Set(projectsOf(command).filter((project) => findProject(caller, project))),
    isNeverCalled: false,
  };
  const decision = decideWebhook(state, command, call.rules);
  storeDecision(decision, workspace.webhooks);
  dropUnsubscribed(workspace, decision);
  if (command.type !== "create" && command.type !== "rotateSecret") return { decision, secret: "" };
  const secret = formatWebhookSecret(call.random(32));
  const { record, previousSecretsUntil } = decision;
  const before = workspace.webhookSecrets.get(record.id) ?? [];
  const ending = previousSecretsUntil === null ? before : endedSecrets(before, previousSecretsUntil);
  workspace.webhookSecrets.set(record.id, [{ secret, validUntil: null }, ...ending]);
  return { decision, secret };
}

function dropUnsubscribed(workspace: WebhookTables, decision: WebhookDecision): void {
  const { record, voidedEvaluators, limitedTo } = decision;
  const isDeleted = !workspace.webhooks.has(record.id);
  for (const evaluator of voidedEvaluators) workspace.watchedScores.delete(watchKey(record.id, evaluator));
  const isRetained = (data: object) =>
    !isDeleted && (limitedTo === null || ("project" in data && data.project === limitedTo));
  for (const { id, webhook, data } of workspace.deliveries.values())
    if (webhook === record.id && !isRetained(data)) workspace.deliveries.delete(id);
}

/** Queues a delivery that the caller has requested. */
function queueRequested(call: WebhookCall, command: DeliveryCommand) {
  const { deliveries } = call.caller.workspace;
  const named = command.type === "redeliver" ? deliveries.get(command.id) : undefined;
  const state = {
    webhook: reachedWebhook(call.caller, command.webhook),
    delivery: named?.webhook === command.webhook ? named : undefined,
    isBlind: blindSamples(call.caller).size > 0,
  };
  const decision = decideDelivery(state, command, call.rules);
  storeDecision(decision, deliveries);
  return deliveryToWire(decision.record, null);
}

export const webhookHandlers: WebhookHandlers<"webhooks"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const { decision, secret } = storeWebhook(call, { type: "create", body });
      return createdWebhookToWire(decision.record, secret);
    }),
  list: ({ query }, { caller }) => {
    const { project } = query;
    const rows = [...caller.workspace.webhooks.values()].filter(
      (row) => reachesWebhook(caller, row) && (project === undefined || row.subscription.project === project),
    );
    return newestPage(rows, query, { list: "webhooks", toWire: webhookToWire });
  },
  get: ({ params: { id } }, { caller }) => webhookToWire(requireWebhook(reachedWebhook(caller, id), id)),
  update: ({ params: { id }, body }, call) =>
    call.commit(() => {
      const { decision } = storeWebhook(call, { type: "update", id, body });
      return webhookToWire(decision.record);
    }),
  delete: ({ params: { id } }, call) =>
    call.commit(() => deletedWebhookToWire(storeWebhook(call, { type: "delete", id }).decision.record)),
  test: ({ params: { id } }, call) => call.commit(() => queueRequested(call, { type: "test", webhook: id })),
  rotateSecret: ({ params: { id }, body }, call) =>
    call.commit(() => {
      const command = { type: "rotateSecret", id, graceSeconds: body.grace_seconds } as const;
      const { decision, secret } = storeWebhook(call, command);
      return rotatedWebhookToWire(decision, secret);
    }),
  deliveries: ({ params: { id }, query }, { caller }) => {
    const { deliveries, sending } = caller.workspace;
    requireWebhook(reachedWebhook(caller, id), id);
    refuseBlindDeliveries(blindSamples(caller).size > 0);
    const { status } = query;
    const rows = [...deliveries.values()].filter((row) => hasValues(row, { webhook: id, status }));
    const toWire = (row: (typeof rows)[number]) => deliveryToWire(row, sending.get(id)?.delivery ?? null);
    return newestPage(rows, query, { list: "webhook_deliveries", filter: { webhook: id }, toWire });
  },
  redeliver: ({ params: { id, delivery } }, call) =>
    call.commit(() => queueRequested(call, { type: "redeliver", webhook: id, id: delivery })),
};
