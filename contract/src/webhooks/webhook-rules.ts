import type { Decision, RuleContext } from "../platform/decision.ts";
import { notFound, projectRestricted, referenceNotFound } from "../platform/refusals.ts";
import { type ProjectReach, reaches } from "../workspace/access-rules.ts";
import type { EventKind } from "./webhook-events.ts";
import { neverCalled, thresholdsMissing } from "./webhook-refusals.ts";
import type { CreateWebhookBody, UpdateWebhookBody } from "./webhooks.ts";

/** Thresholds by evaluator key. */
export type Thresholds = Readonly<Record<string, { below: number }>>;

/** What an endpoint is told of. */
export interface Subscription {
  eventTypes: readonly EventKind[];
  url: string;
  /** Project id as on the wire; null: all of the workspace. */
  project: string | null;
  /** Null: none were given. */
  thresholds: Thresholds | null;
}

/** A stored endpoint; its secrets are stored apart. Instants are milliseconds since 1970. */
export interface WebhookRecord {
  id: string;
  subscription: Subscription;
  /** Null: it is enabled. */
  disabled: { reason: string; at: number } | null;
  /** Messages that ran out since one was delivered. */
  exhausted: number;
  /** Whether the last message to it was not delivered. */
  failing: boolean;
  createdAt: number;
  updatedAt: number;
}

/** A request that creates, changes or deletes an endpoint. A command carries no secret. */
export type WebhookCommand =
  | { type: "create"; body: CreateWebhookBody }
  | { type: "update"; id: string; body: UpdateWebhookBody }
  | { type: "rotateSecret"; id: string; graceSeconds: number }
  | { type: "delete"; id: string };

/** What the caller has loaded, and locked where it writes. */
export interface WebhookState {
  /** The endpoint that the command names, if the caller reaches it; not read for `create`. */
  webhook: WebhookRecord | undefined;
  /** Whether the caller reaches some projects only. */
  isRestricted: boolean;
  /** Those projects of the body that exist and that the caller reaches. */
  projects: ReadonlySet<string>;
  /** Whether the address of the body can never be called. */
  isNeverCalled: boolean;
}

/** The outcome of a command on an endpoint. */
export interface WebhookDecision extends Decision<WebhookRecord, never, never> {
  /** The endpoint after the command; of `delete`, before it. */
  record: WebhookRecord;
  /** When the secrets before this command stop working, at the latest; null: as before. */
  previousSecretsUntil: number | null;
  /** The evaluators of which the scores that were compared last are to be forgotten. */
  voidedEvaluators: readonly string[];
  /** The project that the endpoint now belongs to: deliveries about anything else are to be deleted; null: none are. */
  limitedTo: string | null;
}

/** Whether a key reaches an endpoint: a restricted one those of its projects alone. */
export const reachesWebhook = (
  reach: ProjectReach,
  { subscription: { project } }: Pick<WebhookRecord, "subscription">,
): boolean => reach.projects === null || (project !== null && reaches(reach, project));

/** An endpoint that was looked up. @throws {ApiError} 404 `not_found` when there is none. */
export function requireWebhook(webhook: WebhookRecord | undefined, id: string): WebhookRecord {
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** The projects that the body of a command names. */
export const projectsOf = (command: WebhookCommand): string[] => {
  const project = "body" in command ? command.body.config?.project : undefined;
  return project === undefined ? [] : [project];
};

type Context = Pick<RuleContext, "now" | "newId">;

/**
 * Decides a command on an endpoint. The new secret of `create` and `rotateSecret` is to be stored with the changes.
 *
 * @throws {ApiError} 404 for an endpoint out of reach; 400 for thresholds that are missing, then for an address that can
 *   never be called; then 403 when a restricted caller names no project, and 422 for a project that it cannot reach. Nothing
 *   is changed then.
 */
export function decideWebhook(
  state: WebhookState,
  command: WebhookCommand,
  context: Context,
): WebhookDecision {
  if (command.type === "create") return decideCreate(state, command.body, context);
  const webhook = requireWebhook(state.webhook, command.id);
  switch (command.type) {
    case "update":
      return decideUpdate({ ...state, webhook }, command.body, context);
    case "rotateSecret": {
      const previousSecretsUntil = context.now + command.graceSeconds * 1000;
      return { ...changeWebhook(webhook, {}, context), previousSecretsUntil };
    }
    case "delete":
      return { ...noEffects, record: webhook, changes: [{ op: "delete", id: webhook.id }] };
  }
}

const noEffects = {
  evidence: [],
  events: [],
  previousSecretsUntil: null,
  voidedEvaluators: [],
  limitedTo: null,
};

function decideCreate(state: WebhookState, body: CreateWebhookBody, context: Context): WebhookDecision {
  const subscription = changedSubscription(noSubscription, body);
  if (state.isNeverCalled) throw neverCalled([{ path: "/url", url: subscription.url }]);
  checkProject(state, subscription);
  const { now, newId } = context;
  const record: WebhookRecord = {
    id: newId("webhook"),
    subscription,
    disabled: null,
    exhausted: 0,
    failing: false,
    createdAt: now,
    updatedAt: now,
  };
  return { ...noEffects, record, changes: [{ op: "insert", record }] };
}

function decideUpdate(
  state: WebhookState & { webhook: WebhookRecord },
  body: UpdateWebhookBody,
  context: Context,
): WebhookDecision {
  const { webhook } = state;
  const { subscription: before } = webhook;
  const subscription = changedSubscription(before, body);
  if (state.isNeverCalled) throw neverCalled([{ path: "/url", url: subscription.url }]);
  if (body.config) checkProject(state, subscription);
  const set = { subscription, ...enabling(webhook, body.enabled, context.now) };
  const { project } = subscription;
  return {
    ...changeWebhook(webhook, set, context),
    voidedEvaluators: changedThresholds(before.thresholds, subscription.thresholds),
    // Whoever reaches only this project reaches the endpoint from now on, and can change its address.
    limitedTo: project === before.project ? null : project,
  };
}

function checkProject({ isRestricted, projects }: WebhookState, { project }: Subscription): void {
  if (project === null && isRestricted) throw projectRestricted();
  if (project !== null && !projects.has(project))
    throw referenceNotFound("project", project, "/config/project");
}

function enabling(
  { disabled }: WebhookRecord,
  enabled: boolean | undefined,
  now: number,
): Partial<WebhookRecord> {
  if (enabled === true) return { disabled: null, exhausted: 0, failing: false };
  return enabled === undefined || disabled ? {} : { disabled: { reason: disabledByRequest, at: now } };
}

function changeWebhook(
  webhook: WebhookRecord,
  change: Partial<WebhookRecord>,
  { now }: Context,
): WebhookDecision {
  const set = { ...change, updatedAt: now };
  return {
    ...noEffects,
    record: { ...webhook, ...set },
    changes: [{ op: "update", id: webhook.id, set }],
  };
}

/**
 * What an endpoint is told of after a change; of a new one, with all of it given.
 *
 * @throws {ApiError} 400 when it is to be told of thresholds and has none.
 */
function changedSubscription(
  before: Subscription,
  { event_types: eventTypes, url, config }: Omit<UpdateWebhookBody, "enabled">,
): Subscription {
  const after = {
    eventTypes: eventTypes ? [...new Set(eventTypes)] : before.eventTypes,
    url: url ?? before.url,
    project: config ? (config.project ?? null) : before.project,
    thresholds: config ? (config.thresholds ?? null) : before.thresholds,
  };
  const isWatching = after.eventTypes.includes("score.threshold_crossed");
  if (isWatching && Object.keys(after.thresholds ?? {}).length === 0) throw thresholdsMissing();
  return after;
}

/** A new endpoint before its settings are read. */
const noSubscription: Subscription = { eventTypes: [], url: "", project: null, thresholds: null };

/** The evaluators whose threshold is another, or gone, after a change of settings: what is known of their scores is void. */
function changedThresholds(before: Thresholds | null, after: Thresholds | null): string[] {
  return Object.entries(before ?? {}).flatMap(([evaluator, { below }]) =>
    after && Object.hasOwn(after, evaluator) && after[evaluator]?.below === below ? [] : [evaluator],
  );
}

/** Why an endpoint is disabled that a request disabled. */
const disabledByRequest = "It was disabled by a request.";

/** Whether an endpoint is to be told of an event of a project (null: of none). */
export const isSubscribed = (
  { eventTypes, project }: Pick<Subscription, "project"> & { eventTypes: readonly string[] },
  event: { event: string; project: string | null },
): boolean => eventTypes.includes(event.event) && (project === null || project === event.project);
