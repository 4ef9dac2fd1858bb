import * as z from "zod";
import type { Tx } from "../../../platform/db/transaction.ts";
import { defineJob } from "../../../platform/jobs/job-kind.ts";
import { type EvaluationKey, lockEvaluation } from "../evaluation-queries.ts";
import { lockCompletions } from "./lock-completions.ts";
import { recomputeRollup } from "./store-evaluation-results.ts";

const payload = z.object({ evaluation: z.uuid() });

/**
 * Computes the results of a completed evaluation again from its stored scores. A migration enqueues this job
 * for evaluations whose stored results lack figures that a later version of the server introduced.
 */
export const recomputeEvaluation = {
  "evaluation.recompute": defineJob({
    payload,
    run: async (_deps, job) => {
      const key = { workspaceId: job.workspaceId, evaluationId: job.payload.evaluation };
      return (tx) => recompute(tx, key);
    },
  }),
};

/** Has no effect on an evaluation that was deleted or has not completed. */
async function recompute(tx: Tx, key: EvaluationKey): Promise<void> {
  const evaluation = await lockEvaluation(tx, key);
  if (evaluation?.status !== "completed") return;
  await lockCompletions(tx, { workspaceId: key.workspaceId, projectId: evaluation.project_id });
  await recomputeRollup(tx, evaluation);
}
