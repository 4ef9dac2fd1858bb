import type { EvaluationEvent } from "@assay/contract/evaluation/evaluation-events";
import { formatId } from "@assay/contract/platform/ids";
import {
  crossingEvent,
  presentScores,
  subscribedScores,
} from "@assay/contract/evaluation/thresholds/threshold-crossing-rules";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { lockCompletions } from "../evaluations/run/lock-completions.ts";
import { insertEvent } from "../../platform/outbox/outbox-queries.ts";
import {
  exchangeScore,
  lockSubscribers,
  latestEvaluations,
  type ThresholdSubscriber,
} from "./threshold-crossing-queries.ts";

/** An evaluation with new scores. */
export interface ScoredEvaluation {
  evaluation: { workspace_id: string; id: string; project_id: string };
  /** The effective mean score of each evaluator, by evaluator key; null if there are no scores. */
  scores: readonly { evaluator: string; mean: number | null }[];
  /**
   * `override` means that a reviewer changed the scores. In that case, an evaluator's score is compared only
   * if no later evaluation with this evaluator has completed.
   */
  cause: "completion" | "override";
}

/**
 * Compares new scores with the thresholds of endpoints, and emits an event for each crossing. Runs in the
 * transaction that stores the scores. These transactions run one at a time per project, so two of them cannot
 * compare with the same previous score.
 *
 * The completed evaluation and its scores must be stored before this call.
 */
export async function detectThresholdCrossings(
  tx: Tx,
  deps: PlatformDeps,
  scored: ScoredEvaluation,
): Promise<void> {
  const { evaluation } = scored;
  const project = { workspaceId: evaluation.workspace_id, projectId: evaluation.project_id };
  const watchers = await lockSubscribers(tx, project);
  if (watchers.length === 0) return;
  await lockCompletions(tx, project);
  const counting = await countingScores(tx, scored);
  for (const watcher of watchers) await compareWith(tx, deps, { watcher, scored, counting });
}

/**
 * Returns the scores to compare, by evaluator key. After an override, omits evaluators whose scores were part
 * of an evaluation that completed later.
 */
async function countingScores(
  tx: Tx,
  { evaluation, scores, cause }: ScoredEvaluation,
): Promise<ReadonlyMap<string, number>> {
  const present = presentScores(scores);
  if (cause === "completion") return present;
  const project = { workspaceId: evaluation.workspace_id, projectId: evaluation.project_id };
  const latest = await latestEvaluations(tx, project, [...present.keys()]);
  return new Map([...present].filter(([evaluator]) => latest.get(evaluator) === evaluation.id));
}

interface Watch {
  watcher: ThresholdSubscriber;
  scored: ScoredEvaluation;
  counting: ReadonlyMap<string, number>;
}

async function compareWith(tx: Tx, deps: PlatformDeps, { watcher, scored, counting }: Watch): Promise<void> {
  const { workspace_id: workspaceId, id: evaluationId, project_id: projectId } = scored.evaluation;
  const key = { workspaceId, projectId, webhookId: watcher.id };
  const evaluation = {
    id: formatId("evaluation", evaluationId),
    project: formatId("project", projectId),
  };
  for (const own of subscribedScores(watcher.thresholds, counting)) {
    const { evaluator, score } = own;
    const previous = await exchangeScore(tx, key, { evaluator, score, evaluationId });
    const event = crossingEvent(evaluation, { ...own, previous }, deps.now().getTime());
    if (event)
      await insertEvent<EvaluationEvent>(tx, { workspaceId, id: deps.newId(), webhookId: watcher.id }, event);
  }
}
