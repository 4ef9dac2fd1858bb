import { type KeyedEvaluator, keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import * as z from "zod";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { defineJob } from "../../../platform/jobs/job-kind.ts";
import type { JobLane } from "../../../platform/jobs/claim/lanes.ts";
import type { NewJob } from "../../../platform/jobs/queue.ts";
import { completeEvaluation } from "./complete-evaluation.ts";
import { type EvaluationKey, type EvaluationRow, moveEvaluation } from "../evaluation-queries.ts";
import { sampleIds, type SampleSource } from "../evaluation-samples.ts";
import { traitsOf } from "../../evaluators/evaluator-traits.ts";

const payload = z.object({ evaluation: z.uuid() });
const kind = "evaluation.plan";

/**
 * The kind of jobs that evaluate samples. The payload contains the id of the evaluation and the ids of its
 * samples.
 */
export const chunkKind = "evaluation.chunk";

/** Number of ids that are read at a time when an evaluation is planned. */
const planPage = 10_000;

/** Returns the job that starts a new evaluation. */
export const planJob = (workspaceId: string, evaluationId: string): NewJob => ({
  workspaceId,
  kind,
  groupId: evaluationId,
  payload: { evaluation: evaluationId },
});

/** Returns the dataset version from which an evaluation reads its samples. */
export const sourceOf = (evaluation: EvaluationRow): SampleSource => ({
  workspaceId: evaluation.workspace_id,
  datasetId: evaluation.dataset_id,
  version: evaluation.dataset_version,
});

/** Returns the lane of an evaluation's chunks. One remote evaluator is enough for the lane `remote`. */
export const laneOf = (evaluators: readonly KeyedEvaluator[]): JobLane =>
  evaluators.some(({ bound }) => bound.remote) ? "remote" : "compute";

/** Starts an evaluation: splits its samples into chunks, with one job for each chunk. */
export const planEvaluation = {
  [kind]: defineJob({
    payload,
    run: async (deps, job) => {
      const key = { workspaceId: job.workspaceId, evaluationId: job.payload.evaluation };
      return (tx) => startEvaluation(tx, deps, key);
    },
    onDead: async (tx, job, { deps, reason }) => {
      const key = { workspaceId: job.workspaceId, evaluationId: job.payload.evaluation };
      await moveEvaluation(tx, key, { from: ["pending"], status: "running", started_at: deps.now() });
      await completeEvaluation(tx, deps, key, {
        status: "failed",
        error: `The evaluation could not be started: ${reason}.`,
      });
    },
  }),
};

/** Starts the evaluation and creates the jobs for all of its chunks, in one transaction. */
async function startEvaluation(tx: Tx, deps: PlatformDeps, key: EvaluationKey): Promise<void> {
  const evaluation = await moveEvaluation(tx, key, {
    from: ["pending"],
    status: "running",
    started_at: deps.now(),
  });
  // The evaluation was cancelled before this job ran.
  if (!evaluation) return;
  const size = Math.max(1, Math.floor(traitsOf(evaluation.evaluators).samplesPerChunk / evaluation.runs));
  const lane = laneOf(keyEvaluators(evaluation.evaluators, evaluation.resolved));
  const options = { filter: evaluation.sample_filter, pageSize: planPage };
  let rest: string[] = [];
  let index = 0;
  for await (const page of sampleIds(tx, sourceOf(evaluation), options)) {
    const ids = [...rest, ...page];
    const whole = ids.length - (ids.length % size);
    await deps.jobs.enqueue(tx, chunkJobs(key, ids.slice(0, whole), { lane, size, index }));
    index += whole / size;
    rest = ids.slice(whole);
  }
  await deps.jobs.enqueue(tx, chunkJobs(key, rest, { lane, size, index }));
}

/**
 * Returns jobs for chunks. Later chunks have a lower priority, so that a small evaluation does not have to
 * wait until a large one has ended.
 */
function chunkJobs(
  key: EvaluationKey,
  ids: string[],
  { lane, size, index }: { lane: JobLane; size: number; index: number },
): NewJob[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, chunk) => ({
    workspaceId: key.workspaceId,
    kind: chunkKind,
    lane,
    groupId: key.evaluationId,
    priority: Math.min(index + chunk, 1000),
    payload: { evaluation: key.evaluationId, samples: ids.slice(chunk * size, (chunk + 1) * size) },
  }));
}
