import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { counted } from "@assay/contract/domain";
import type { Knex } from "knex";
import * as z from "zod";
import { defineJob } from "../../../platform/jobs/job-kind.ts";
import { WrongLane } from "../../../platform/jobs/claim/lanes.ts";
import type { Job, NewJob } from "../../../platform/jobs/queue.ts";
import { completeEvaluation } from "./complete-evaluation.ts";
import { erroredSamples } from "./evaluation-chunk.ts";
import type { EvaluationDeps } from "../evaluation-deps.ts";
import { getEvaluation } from "../evaluation-queries.ts";
import { readCases, type SampleCaseRow } from "../evaluation-samples.ts";
import { traitsOf } from "../../evaluators/evaluator-traits.ts";
import { chunkKind, laneOf, sourceOf } from "./plan-evaluation-job.ts";
import { type EvaluatedChunk, evaluateChunk } from "./evaluate-chunk.ts";
import { postponeChunks } from "./remote/postpone-chunks.ts";
import { storeChunk } from "./store-chunk.ts";

const payload = z.object({
  evaluation: z.uuid(),
  samples: z.array(z.uuid()).min(1).max(1000),
  /** Failed attempts of calls about these samples, in jobs whose work this job continues. */
  failedTries: z.record(z.string(), z.int().min(1)).optional(),
});
type ChunkPayload = z.output<typeof payload>;

/** Loads the evaluation and the samples of a chunk; undefined if the evaluation is no longer running. */
async function readChunk(db: Knex, job: Job<ChunkPayload>) {
  const key = { workspaceId: job.workspaceId, evaluationId: job.payload.evaluation };
  const evaluation = await getEvaluation(db, key);
  if (evaluation.status !== "running") return undefined;
  const samples = await readCases(db, sourceOf(evaluation), {
    modelId: evaluation.model_id,
    runs: evaluation.runs,
    ids: job.payload.samples,
    withInput: traitsOf(evaluation.evaluators).readsInput,
  });
  const evaluators = keyEvaluators(evaluation.evaluators, evaluation.resolved);
  return { key, evaluation, evaluators, samples, failedTries: job.payload.failedTries ?? {} };
}

/**
 * Returns the job for the samples of a chunk that were not evaluated; none if all were evaluated. The job has no lower
 * priority than other chunks, because its evaluation has started earlier.
 */
function restOf(
  job: Job<ChunkPayload>,
  samples: readonly SampleCaseRow[],
  { evaluated, failedTries }: EvaluatedChunk,
): NewJob[] {
  const done = new Set(evaluated.map(({ sample }) => sample.id));
  const rest = new Set(samples.map(({ id }) => id).filter((id) => !done.has(id)));
  if (rest.size === 0) return [];
  const { workspaceId, kind, lane, groupId, payload: of } = job;
  const group = groupId === null ? {} : { groupId };
  const attempts = job.attempts - 1;
  return [
    { workspaceId, kind, lane, ...group, attempts, payload: { ...of, samples: [...rest], failedTries } },
  ];
}

/**
 * Evaluates a chunk outside of any transaction. The results are written in one transaction that verifies the
 * job's lease, so they are stored only once, regardless of how often the job is claimed.
 */
export const runEvaluation = {
  [chunkKind]: defineJob({
    payload,
    run: async (deps: EvaluationDeps, job, signal) => {
      const chunk = await readChunk(deps.database.knex, job);
      if (!chunk) return async () => {};
      // An evaluation that the previous release started has all of its chunks in the lane `compute`.
      const lane = laneOf(chunk.evaluators);
      if (job.lane !== lane) throw new WrongLane(lane);
      const result = await evaluateChunk(deps, { job, ...chunk }, signal);
      const rest = restOf(job, chunk.samples, result);
      return async (tx) => {
        if (result.circuit) await postponeChunks(tx, deps, { ...chunk, rest, circuit: result.circuit });
        else await deps.jobs.enqueue(tx, rest);
        if (result.evaluated.length > 0) await storeChunk(tx, deps, chunk.key, result.evaluated);
      };
    },
    onDead: async (tx, job, { deps, reason }) => {
      const chunk = await readChunk(tx, job);
      if (!chunk) return;
      const { key, evaluators, samples } = chunk;
      const sentence = `The sample could not be evaluated in ${counted(job.attempts, "attempt")}. Last error: ${reason}.`;
      try {
        const errored = erroredSamples(evaluators, samples, sentence);
        await tx.transaction((savepoint) => storeChunk(savepoint, deps, key, errored));
      } catch (error) {
        // The chunk could not even be stored with errored results. If the evaluation did not fail now, it
        // would run forever.
        deps.log.error({ err: error, job: job.id, evaluation: key.evaluationId }, "evaluation chunk failed");
        const text = `The evaluation failed with an internal error. The server log contains it under job ${job.id}.`;
        await completeEvaluation(tx, deps, key, { status: "failed", error: text });
      }
    },
  }),
};
