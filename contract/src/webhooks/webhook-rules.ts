import type { Decision, RuleContext } from "../platform/decision.ts";
import { notFound, projectRestricted, referenceNotFound } from "../platform/refusals.ts";
import { type ProjectReach, reaches } from "../workspace/access-rules.ts";
import type { EventKind } from "./webhook-events.ts";
import { neverCalled, thresholdsMissing } from "./webhook-refusals.ts";
import type { CreateWebhookBody, UpdateWebhookBody } from "./webhooks.ts";

/** Thresholds by evaluator key. */
export type Thresholds = Readonly<Record<string, { below: number }>>;

/** The subscription of an endpoint. */
export interface Subscription {
  eventTypes: readonly EventKind[];
  url: string;
  /** Project id in wire form; null: the whole workspace. */
  project: string | null;
  /** Null: not given. */
  thresholds: Thresholds | null;
}

/** A stored endpoint; its secrets are stored separately. Instants are milliseconds since 1970. */
export interface WebhookRecord {
  id: string;
  subscription: Subscription;
  /** Null: enabled. */
  disabled: { reason: string; at: number } | null;
  /** Failed messages since the last delivered one. */
  exhausted: number;
  /** Whether the delivery of the last message failed. */
  failing: boolean;
  createdAt: number;
  updatedAt: number;
}

/** A command that creates, changes or deletes an endpoint. A command contains no secret. */
export type WebhookCommand =
  | { type: "create"; body: CreateWebhookBody }
  | { type: "update"; id: string; body: UpdateWebhookBody }
  | { type: "rotateSecret"; id: string; graceSeconds: number }
  | { type: "delete"; id: string };

/** The state loaded by the caller, locked before a write. */
export interface WebhookState {
  /** The endpoint of the command, if accessible to the caller; not read for `create`. */
  webhook: WebhookRecord | undefined;
  /** Whether the caller is restricted to projects. */
  isRestricted: boolean;
  /** The accessible ones of the body's projects. */
  projects: ReadonlySet<string>;
  /** Whether the address of the body can never be called. */
  isNeverCalled: boolean;
}

/** The outcome of a command on an endpoint. */
export interface WebhookDecision extends Decision<WebhookRecord, never, never> {
  /** The endpoint after the command; for `delete`, before it. */
  record: WebhookRecord;
  /** Latest expiry of the secrets before this command; null: unchanged. */
  previousSecretsUntil: number | null;
  /** The evaluators whose last compared scores must be deleted. */
  voidedEvaluators: readonly string[];
  /** The project of the endpoint from now on, to delete deliveries of other projects; null: no deletion. */
  limitedTo: string | null;
}

/** Whether a key has access to an endpoint; a restricted key has access to endpoints of its projects only. */
export const reachesWebhook = (
  reach: ProjectReach,
  { subscription: { project } }: Pick<WebhookRecord, "subscription">,
): boolean => reach.projects === null || (project !== null && reaches(reach, project));

/** Requires an endpoint. @throws {ApiError} 404 `not_found` if it does not exist. */
export function requireWebhook(webhook: WebhookRecord | undefined, id: string): WebhookRecord {
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** The projects in the body of a command. */
export const projectsOf = (command: WebhookCommand): string[] => {
  const project = "body" in command ? command.body.config?.project : undefined;
  return project === undefined ? [] : [project];
};

type Context = Pick<RuleContext, "now" | "newId">;

/**
 * Decides a command on an endpoint. The new secret of `create` and `rotateSecret` must be stored with the
 * changes.
 *
 * @throws {ApiError} 404 for an inaccessible endpoint; 400 for missing thresholds, then for an address that
 *   can never be called; then 403 if a restricted caller names no project, and 422 for an inaccessible
 *   project. Nothing changes on an error.
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
    // Keys with access to only this project can access the endpoint from now on, and change its address.
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
 * The subscription of an endpoint after a change; for a new endpoint, with all members given.
 *
 * @throws {ApiError} 400 for a subscription to threshold crossings without thresholds.
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

/** The initial subscription of a new endpoint. */
const noSubscription: Subscription = { eventTypes: [], url: "", project: null, thresholds: null };

/** The evaluators with a changed or removed threshold, whose last compared scores are void. */
function changedThresholds(before: Thresholds | null, after: Thresholds | null): string[] {
  return Object.entries(before ?? {}).flatMap(([evaluator, { below }]) =>
    after && Object.hasOwn(after, evaluator) && after[evaluator]?.below === below ? [] : [evaluator],
  );
}

/** The disabled reason of an endpoint that a request disabled. */
const disabledByRequest = "It was disabled by a request.";

/** Whether an endpoint receives an event of a project (null: no project). */
export const isSubscribed = (
  { eventTypes, project }: Pick<Subscription, "project"> & { eventTypes: readonly string[] },
  event: { event: string; project: string | null },
): boolean => eventTypes.includes(event.event) && (project === null || project === event.project);
