import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import {
  crossingEvent,
  presentScores,
  subscribedScores,
} from "@assay/contract/evaluation/thresholds/threshold-crossing-rules";
import { queueEventTo } from "../../platform/state/outbox.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationTables } from "../evaluation-tables.ts";

/** Returns the key for the last compared scores of an endpoint and an evaluator. */
export const watchKey = (webhook: string, evaluator: string): string => JSON.stringify([webhook, evaluator]);

/** Returns the effective means, by key, of the evaluation's evaluators that scored at least one sample. */
const presentMeans = ({ end }: EvaluationRow): ReadonlyMap<string, number> =>
  presentScores(
    Object.entries(end?.results?.by_evaluator ?? {}).map(([evaluator, mean]) => ({ evaluator, mean })),
  );

/** Compares the scores of an evaluation that has just ended with the endpoints' thresholds. */
export const detectThresholdCrossings = (workspace: EvaluationTables, row: EvaluationRow, at: number): void =>
  compareWithAll(workspace, { row, scores: presentMeans(row), at });

/**
 * After an override, compares the evaluation's scores with the thresholds. Leaves out each evaluator that a
 * later completed evaluation in the project has used.
 */
export function detectCrossingsAfterOverride(
  workspace: EvaluationTables,
  row: EvaluationRow,
  at: number,
): void {
  const later = [...workspace.evaluations.values()].filter(
    (other) => other !== row && other.project === row.project && isLater(other, row),
  );
  const latest = [...presentMeans(row)].filter(
    ([key]) => !later.some((other) => presentMeans(other).has(key)),
  );
  compareWithAll(workspace, { row, scores: new Map(latest), at });
}

const isLater = ({ end, id }: EvaluationRow, { end: than, id: thanId }: EvaluationRow): boolean =>
  end?.status === "completed" && than !== null && (end.at - than.at || (id < thanId ? -1 : 1)) > 0;

/** Compares scores with every endpoint's thresholds, and emits one event per crossing. */
function compareWithAll(
  workspace: EvaluationTables,
  { row, scores, at }: { row: EvaluationRow; scores: ReadonlyMap<string, number>; at: number },
): void {
  for (const webhook of workspace.webhooks.values()) {
    const { eventTypes, project, thresholds } = webhook.subscription;
    const isSubscribed = eventTypes.includes("score.threshold_crossed");
    if (webhook.disabled || !isSubscribed || (project ?? row.project) !== row.project) continue;
    for (const scored of subscribedScores(thresholds ?? {}, scores)) {
      const key = watchKey(webhook.id, scored.evaluator);
      const last = workspace.watchedScores.get(key) ?? new Map<string, number>();
      const event = crossingEvent(row, { ...scored, previous: last.get(row.project) ?? null }, at);
      workspace.watchedScores.set(key, last.set(row.project, scored.score));
      if (event) queueEventTo<EvaluationEvent>(workspace, webhook.id, event);
    }
  }
}
