import type { Decision, RuleContext } from "../platform/decision.ts";
import { notFound, projectRestricted, referenceNotFound } from "../platform/refusals.ts";
import { type ProjectReach, reaches } from "../workspace/access-rules.ts";
import { type EventKind, isWorkspaceKind } from "./webhook-events.ts";
import { neverCalled, thresholdsMissing, workspaceKind } from "./webhook-refusals.ts";
import type { CreateWebhookBody, UpdateWebhookBody } from "./webhooks.ts";

/** Thresholds by evaluator key. */
export type Thresholds = Readonly<Record<string, { below: number }>>;

/** An endpoint's subscription. */
export interface Subscription {
  eventTypes: readonly EventKind[];
  url: string;
  /** Project id in wire form; null for the whole workspace. */
  project: string | null;
  /** Null if no thresholds are set. */
  thresholds: Thresholds | null;
}

/** A stored endpoint. Its secrets are stored separately. Times are in milliseconds since 1970. */
export interface WebhookRecord {
  id: string;
  subscription: Subscription;
  /** Why and when the endpoint was disabled; null if it is enabled. */
  disabled: { reason: string; at: number } | null;
  /** Number of failed messages since the last delivered message. */
  exhausted: number;
  /** Whether the last message could not be delivered. */
  failing: boolean;
  createdAt: number;
  updatedAt: number;
}

/** A command that creates, changes or deletes an endpoint. Commands do not contain secrets. */
export type WebhookCommand =
  | { type: "create"; body: CreateWebhookBody }
  | { type: "update"; id: string; body: UpdateWebhookBody }
  | { type: "rotateSecret"; id: string; graceSeconds: number }
  | { type: "delete"; id: string };

/** The stored state that the command needs. The caller loads the state, and also locks it before a write. */
export interface WebhookState {
  /** The endpoint in the command, if the caller can access it. `create` does not use this. */
  webhook: WebhookRecord | undefined;
  /** Whether the caller's API key is restricted to projects. */
  isRestricted: boolean;
  /** The projects in the body that the caller can access. */
  projects: ReadonlySet<string>;
  /** Whether the server can never call the URL in the body. */
  isNeverCalled: boolean;
}

/** The outcome of an endpoint command. */
export interface WebhookDecision extends Decision<WebhookRecord, never, never> {
  /** The endpoint after the command, or before it for `delete`. */
  record: WebhookRecord;
  /** Latest expiry time of the secrets that existed before this command; null if it does not change. */
  previousSecretsUntil: number | null;
  /** The evaluators whose last compared scores must be deleted. */
  voidedEvaluators: readonly string[];
  /**
   * The endpoint's new project. Deliveries that belong to other projects must be deleted. Null if no
   * deliveries must be deleted.
   */
  limitedTo: string | null;
}

/**
 * Returns whether a key can access an endpoint. A restricted key can only access endpoints of its projects.
 */
export const reachesWebhook = (
  reach: ProjectReach,
  { subscription: { project } }: Pick<WebhookRecord, "subscription">,
): boolean => reach.projects === null || (project !== null && reaches(reach, project));

/** Requires that an endpoint exists. @throws {ApiError} 404 `not_found` if it does not. */
export function requireWebhook(webhook: WebhookRecord | undefined, id: string): WebhookRecord {
  if (!webhook) throw notFound("webhook", id);
  return webhook;
}

/** Returns the projects in the body of a command. */
export const projectsOf = (command: WebhookCommand): string[] => {
  const project = "body" in command ? command.body.config?.project : undefined;
  return project === undefined ? [] : [project];
};

type Context = Pick<RuleContext, "now" | "newId">;

/**
 * Decides an endpoint command. For `create` and `rotateSecret`, the new secret must be stored together with
 * the changes.
 *
 * @throws {ApiError} 404 for an inaccessible endpoint; 400 for missing thresholds, then for a URL that the
 *   server can never call; then 422 for events of the workspace if the endpoint or the caller is limited to
 *   projects; then 403 if a restricted caller does not specify a project, and 422 for an inaccessible project.
 *   On an error, nothing changes.
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
  checkKinds(state, subscription, body);
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
  checkKinds(state, subscription, body);
  if (body.config) checkProject(state, subscription);
  const set = { subscription, ...enabling(webhook, body.enabled, context.now) };
  const { project } = subscription;
  return {
    ...changeWebhook(webhook, set, context),
    voidedEvaluators: changedThresholds(before.thresholds, subscription.thresholds),
    // From now on, keys that are restricted to this project can access the endpoint and change its URL. They
    // must not receive deliveries of other projects.
    limitedTo: project === before.project ? null : project,
  };
}

/** Refuses kinds of workspace events for an endpoint of a project, and for a restricted key. */
function checkKinds(
  { isRestricted }: WebhookState,
  { eventTypes, project }: Subscription,
  { event_types: given, config }: Pick<UpdateWebhookBody, "event_types" | "config">,
): void {
  if ((project === null && !isRestricted) || !(given ?? config)) return;
  const kinds = given ?? eventTypes;
  const at = kinds.findIndex(isWorkspaceKind);
  const kind = kinds[at];
  if (kind !== undefined) throw workspaceKind(kind, given && at);
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
 * Returns an endpoint's subscription after a change. For a new endpoint, all members must be given.
 *
 * @throws {ApiError} 400 if the endpoint subscribes to threshold crossings without thresholds.
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

/** The subscription of a new endpoint before its members are set. */
const noSubscription: Subscription = { eventTypes: [], url: "", project: null, thresholds: null };

/**
 * Returns the evaluators whose threshold changed or was removed. Their last compared scores are no longer
 * valid.
 */
function changedThresholds(before: Thresholds | null, after: Thresholds | null): string[] {
  return Object.entries(before ?? {}).flatMap(([evaluator, { below }]) =>
    after && Object.hasOwn(after, evaluator) && after[evaluator]?.below === below ? [] : [evaluator],
  );
}

/** The reason shown for an endpoint that was disabled by a request. */
const disabledByRequest = "It was disabled by a request.";

/** Returns whether an endpoint receives an event in a project (null if the event has no project). */
export const isSubscribed = (
  { eventTypes, project }: Pick<Subscription, "project"> & { eventTypes: readonly string[] },
  event: { event: string; project: string | null },
): boolean => eventTypes.includes(event.event) && (project === null || project === event.project);
