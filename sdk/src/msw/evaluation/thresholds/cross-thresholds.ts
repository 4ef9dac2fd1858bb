import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { evaluatorKeys, thresholdCrossing } from "@assay/contract/domain";
import { queueEventTo } from "../../platform/state/outbox.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationTables, ThresholdWatcher } from "../evaluation-tables.ts";

/** The effective mean of each evaluator of an evaluation, by key; null where nothing was scored. */
const effectiveMeans = ({ evaluators, end }: EvaluationRow): ScoredEvaluation["scores"] =>
  (evaluatorKeys(evaluators).keys ?? []).map((evaluator) => ({
    evaluator,
    mean: end?.results?.by_evaluator[evaluator] ?? null,
  }));

/** The key of what an endpoint remembers of an evaluator. */
export const watchKey = (webhook: string, evaluator: string): string => JSON.stringify([webhook, evaluator]);

/** An evaluation whose scores are new. */
interface ScoredEvaluation {
  evaluation: Pick<EvaluationRow, "id" | "project">;
  /** The effective mean of each evaluator, by key; null where nothing was scored. */
  scores: readonly { evaluator: string; mean: number | null }[];
  at: number;
}

/** Compares the scores of an evaluation that has just ended with the thresholds of endpoints. */
export function crossThresholds(workspace: EvaluationTables, evaluation: EvaluationRow, at: number): void {
  compareWithAll(workspace, { evaluation, scores: effectiveMeans(evaluation), at });
}

/**
 * The same for scores that a reviewer has changed: those of evaluators for which no other evaluation of the project
 * completed later.
 */
export function crossThresholdsAgain(workspace: EvaluationTables, row: EvaluationRow, at: number): void {
  const scores = effectiveMeans(row).filter(({ evaluator, mean }) => {
    const others = [...workspace.evaluations.values()].filter(
      (other) => other !== row && other.project === row.project && isLater(other, row),
    );
    const hasMean = (other: EvaluationRow) =>
      effectiveMeans(other).some((one) => one.evaluator === evaluator && one.mean !== null);
    return mean !== null && !others.some(hasMean);
  });
  compareWithAll(workspace, { evaluation: row, scores, at });
}

const isLater = ({ end, id }: EvaluationRow, { end: than, id: thanId }: EvaluationRow): boolean =>
  end?.status === "completed" && than !== null && (end.at - than.at || (id < thanId ? -1 : 1)) > 0;

/** Compares scores with the thresholds of every endpoint, and queues an event for each that is crossed. */
function compareWithAll(workspace: EvaluationTables, scored: ScoredEvaluation): void {
  for (const webhook of workspace.webhooks.values()) {
    const { eventTypes, project } = webhook.subscription;
    const isWatching = eventTypes.includes("score.threshold_crossed");
    const isConcerned = project === null || project === scored.evaluation.project;
    if (!webhook.disabled && isWatching && isConcerned) compareWith(workspace, webhook, scored);
  }
}

function compareWith(
  workspace: EvaluationTables,
  webhook: ThresholdWatcher,
  { evaluation, scores, at }: ScoredEvaluation,
): void {
  const thresholds = Object.entries(webhook.subscription.thresholds ?? {});
  for (const [evaluator, { below: threshold }] of thresholds.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const score = scores.find((one) => one.evaluator === evaluator)?.mean ?? null;
    if (score === null) continue;
    const key = watchKey(webhook.id, evaluator);
    const last = workspace.watchedScores.get(key) ?? new Map<string, number>();
    const crossing = thresholdCrossing(last.get(evaluation.project) ?? null, score, threshold);
    workspace.watchedScores.set(key, last.set(evaluation.project, score));
    if (!crossing) continue;
    const { project, id } = evaluation;
    const data = { project, evaluation: id, evaluator, score, threshold, ...crossing };
    queueEventTo<EvaluationEvent>(workspace, webhook.id, { event: "score.threshold_crossed", at, data });
  }
}
