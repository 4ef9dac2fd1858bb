// Rules over an endpoint's settings that server and mock share.
import type { EventKind } from "./webhook-events.ts";
import type { UpdateWebhookBody } from "./webhooks.ts";
import { thresholdsMissing } from "./webhook-refusals.ts";

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

/**
 * What an endpoint is told of after a change; of a new one, with all of it given.
 *
 * @throws {ApiError} 400 when it is to be told of thresholds and has none.
 */
export function changedSubscription(
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
export const noSubscription: Subscription = { eventTypes: [], url: "", project: null, thresholds: null };

/** The evaluators whose threshold is another, or gone, after a change of settings: what is known of their scores is void. */
export function changedThresholds(before: Thresholds | null, after: Thresholds | null): string[] {
  return Object.entries(before ?? {}).flatMap(([evaluator, { below }]) =>
    after && Object.hasOwn(after, evaluator) && after[evaluator]?.below === below ? [] : [evaluator],
  );
}

/** Settings as the wire shows them: what was left out is not there. */
export const configToWire = ({ project, thresholds }: Pick<Subscription, "project" | "thresholds">) => ({
  ...(project !== null && { project }),
  ...(thresholds !== null && { thresholds: { ...thresholds } }),
});

/** Why an endpoint is disabled that a request disabled. */
export const disabledByRequest = "It was disabled by a request.";

/** Whether an endpoint is to be told of an event of a project (null: of none). */
export const isSubscribed = (
  { eventTypes, project }: Pick<Subscription, "project"> & { eventTypes: readonly string[] },
  event: { event: string; project: string | null },
): boolean => eventTypes.includes(event.event) && (project === null || project === event.project);
