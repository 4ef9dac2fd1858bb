import { isSubscribed } from "@assay/contract/webhooks/webhook-rules";
import { evaluatorKeys, thresholdCrossing } from "@assay/contract/domain";
import type { MockState } from "../platform/http/handler.ts";
import type { Workspace } from "../platform/state/tables.ts";
import type { EvaluationRow } from "../platform/state/tables-evaluations.ts";
import type { DeliveryRow, WebhookRow } from "../platform/state/tables-webhooks.ts";

/** What happened, as the mock tells it. */
export interface MockEvent {
  event: string;
  at: number;
  /** `project` in it says which project it belongs to. */
  data: Readonly<Record<string, unknown>>;
}

type Parts = Pick<MockState, "clock" | "newId">;

/** Makes a message to one endpoint, due at once. */
export function queueDelivery({ clock, newId }: Parts, webhook: WebhookRow, event: MockEvent): DeliveryRow {
  const now = clock.now();
  const row: DeliveryRow = {
    ...event,
    id: newId("delivery"),
    webhook: webhook.id,
    status: "pending",
    sending: false,
    tries: 0,
    attempts: 0,
    log: [],
    nextAttemptAt: now,
    deliveredAt: null,
    createdAt: now,
  };
  webhook.deliveries.set(row.id, row);
  return row;
}

/** Makes a message about an event to every endpoint that is subscribed to it. */
export function queueEvent(state: Parts, { webhooks }: Workspace, event: MockEvent): void {
  const { project } = event.data;
  const about = { event: event.event, project: typeof project === "string" ? project : null };
  for (const webhook of webhooks.values())
    if (!webhook.disabled && isSubscribed(webhook.subscription, about)) queueDelivery(state, webhook, event);
}

/** The effective mean of each evaluator of an evaluation, by key; null where nothing was scored. */
export const effectiveMeans = ({ evaluators, end }: EvaluationRow): ScoredEvaluation["scores"] =>
  (evaluatorKeys(evaluators).keys ?? []).map((evaluator) => ({
    evaluator,
    mean: end?.results?.by_evaluator[evaluator] ?? null,
  }));

/** An evaluation whose scores are new. */
export interface ScoredEvaluation {
  evaluation: Pick<EvaluationRow, "id" | "project">;
  /** The effective mean of each evaluator, by key; null where nothing was scored. */
  scores: readonly { evaluator: string; mean: number | null }[];
  at: number;
}

/**
 * Holds new scores against the thresholds of endpoints, and makes a message for each that is crossed. Of scores that a
 * reviewer changed, only those of the evaluation that completed last may be given.
 */
export function crossThresholds(state: Parts, { webhooks }: Workspace, scored: ScoredEvaluation): void {
  for (const webhook of webhooks.values()) {
    const { eventTypes, project } = webhook.subscription;
    const isWatching = eventTypes.includes("score.threshold_crossed");
    const isConcerned = project === null || project === scored.evaluation.project;
    if (!webhook.disabled && isWatching && isConcerned) holdAgainst(state, webhook, scored);
  }
}

/**
 * The same for scores that a reviewer has changed: those of evaluators for which no other evaluation of the project
 * completed later.
 */
export function crossThresholdsAgain(state: Parts, workspace: Workspace, row: EvaluationRow): void {
  const scores = effectiveMeans(row).filter(({ evaluator, mean }) => {
    const others = [...workspace.evaluations.values()].filter(
      (other) => other !== row && other.project === row.project && isLater(other, row),
    );
    const hasMean = (other: EvaluationRow) =>
      effectiveMeans(other).some((one) => one.evaluator === evaluator && one.mean !== null);
    return mean !== null && !others.some(hasMean);
  });
  crossThresholds(state, workspace, { evaluation: row, scores, at: state.clock.now() });
}

const isLater = ({ end, id }: EvaluationRow, { end: than, id: thanId }: EvaluationRow): boolean =>
  end?.status === "completed" && than !== null && (end.at - than.at || (id < thanId ? -1 : 1)) > 0;

function holdAgainst(state: Parts, webhook: WebhookRow, { evaluation, scores, at }: ScoredEvaluation): void {
  const thresholds = Object.entries(webhook.subscription.thresholds ?? {});
  for (const [evaluator, { below: threshold }] of thresholds.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const score = scores.find((one) => one.evaluator === evaluator)?.mean ?? null;
    if (score === null) continue;
    const place = JSON.stringify([evaluation.project, evaluator]);
    const crossing = thresholdCrossing(webhook.scores.get(place) ?? null, score, threshold);
    webhook.scores.set(place, score);
    if (!crossing) continue;
    const { project, id } = evaluation;
    const data = { project, evaluation: id, evaluator, score, threshold, ...crossing };
    queueDelivery(state, webhook, { event: "score.threshold_crossed", at, data });
  }
}
