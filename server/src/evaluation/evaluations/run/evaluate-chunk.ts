import {
  callRemoteEvaluator,
  customSampleOf,
  type RemoteCall,
} from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { formatId } from "@assay/contract/platform/ids";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { Outcome } from "@assay/contract/domain";
import { secretsOf } from "../../evaluators/custom-evaluator-secret-service.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { type Job, LeaseLost } from "../../../platform/jobs/queue.ts";
import { completedChannel } from "./complete-evaluation.ts";
import { type EvaluatedSample, evaluateSamples, type RemoteEvaluation } from "./evaluation-chunk.ts";
import { type EvaluationKey, getEvaluation } from "../evaluation-queries.ts";
import type { SampleCaseRow } from "../evaluation-samples.ts";

/** A chunk of an evaluation's samples, with the job that evaluates it. */
export interface Chunk {
  job: Job;
  key: EvaluationKey;
  evaluators: readonly KeyedEvaluator[];
  /** The runs of the samples, in dataset order. */
  samples: readonly SampleCaseRow[];
}

/**
 * Evaluates a chunk: local evaluators in this process, remote evaluators through HTTP calls. The calls are
 * aborted when the evaluation ends, even if another process ends it.
 *
 * @returns the evaluated samples. If local evaluators take long, the last samples of the chunk are missing.
 * @throws {LeaseLost} if the evaluation has ended. If `signal` aborts, throws its reason.
 */
export async function evaluateChunk(
  deps: PlatformDeps,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<EvaluatedSample[]> {
  const { key, evaluators, samples } = chunk;
  if (!evaluators.some(({ bound }) => bound.remote))
    return evaluateSamples(evaluators, samples, { signal, maxBusyMs, callRemote: noRemoteCalls });
  return whileRunning(deps, chunk, async (ended) => {
    const callRemote = createCaller(deps, chunk, await secretsOf(deps, key));
    const running = AbortSignal.any([signal, ended]);
    return evaluateSamples(evaluators, samples, { signal: running, maxBusyMs: Infinity, callRemote });
  });
}

/**
 * Maximum busy time of a chunk in the lane `compute` (milliseconds). Its remaining samples are evaluated by another job,
 * so that jobs of other workspaces get a turn.
 */
const maxBusyMs = 1000;

const noRemoteCalls = (): never => {
  throw new Error("A chunk without remote evaluators must not make a remote call.");
};

function createCaller(deps: PlatformDeps, { key, job }: Chunk, secrets: (position: number) => string[]) {
  const evaluation = formatId("evaluation", key.evaluationId);
  const effects = {
    send: (call: RemoteCall, signal: AbortSignal) =>
      deps.callSlots.run({ workspaceId: key.workspaceId, url: call.url }, signal, () =>
        deps.outbound.post(call, signal),
      ),
    pause: deps.pause,
    now: () => deps.now().getTime(),
    random: deps.random,
  };
  return (request: RemoteEvaluation, signal: AbortSignal): Promise<Outcome> => {
    const { position, rule } = request;
    const triesBefore = (job.attempts - 1) * (rule.retryCount + 1);
    const { id, run, external_id: externalId, metadata, ...sampleCase } = request.sample;
    const names = { id: formatId("sample", id), externalId, metadata: metadata ?? {} };
    const sample = customSampleOf({ ...sampleCase, ...names });
    return callRemoteEvaluator(
      { ...request, evaluation, run, sample, triesBefore, secrets: secrets(position) },
      effects,
      signal,
    );
  };
}

/**
 * Runs work, and aborts it when the evaluation ends. A cancellation therefore does not wait until remote
 * evaluators have responded.
 */
async function whileRunning<T>(
  deps: PlatformDeps,
  { job, key }: Chunk,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stopListening = await deps.database.listen(completedChannel, (id) => {
    if (id === key.evaluationId) ended.abort(new LeaseLost(job.id));
  });
  try {
    // The evaluation may have ended just before this process started to listen.
    const { status } = await getEvaluation(deps.database.knex, key);
    if (status !== "running") throw new LeaseLost(job.id);
    return await work(ended.signal);
  } finally {
    await stopListening();
  }
}
