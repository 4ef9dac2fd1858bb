import type { EvaluationHooks } from "../evaluation/evaluations/evaluation-deps.ts";
import { testDropsLater } from "../evaluation/scores/paired-tests-job.ts";
import { detectThresholdCrossings } from "../evaluation/thresholds/detect-threshold-crossings.ts";
import { checkRouting } from "../review/tasks/assignment/check-routing.ts";
import { routeSamples } from "../review/tasks/assignment/route-samples.ts";

/** The functions for scores, thresholds and reviews that are called in the transactions of evaluations. */
export const evaluationHooks: EvaluationHooks = {
  checkRouting,
  onEvaluationCompleted: async (tx, deps, { evaluation, scores }) => {
    const key = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
    await testDropsLater(tx, deps, key);
    await detectThresholdCrossings(tx, deps, { evaluation, scores, cause: "completion" });
    await routeSamples(tx, deps, evaluation);
  },
};
