import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { secretsOf } from "../../evaluators/custom-evaluator-secret-service.ts";
import type { CircuitOpen } from "../../../platform/outbound/circuits/circuit.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { type Job, LeaseLost } from "../../../platform/jobs/queue.ts";
import { completedChannel } from "./complete-evaluation.ts";
import { type EvaluatedSample, evaluateSamples } from "./evaluation-chunk.ts";
import { type EvaluationKey, type EvaluationRow, getEvaluation } from "../evaluation-queries.ts";
import type { SampleCaseRow } from "../evaluation-samples.ts";
import { type FailedTries, RemoteCalls } from "./remote/remote-calls.ts";

/** A chunk of an evaluation's samples, with the job that evaluates it. */
export interface Chunk {
  job: Job;
  key: EvaluationKey;
  evaluation: EvaluationRow;
  evaluators: readonly KeyedEvaluator[];
  /** The runs of the samples, in dataset order. */
  samples: readonly SampleCaseRow[];
  /** Failed attempts of the jobs whose work this job continues. */
  failedTries: FailedTries;
}

/** The result of evaluating a chunk. Another job evaluates its remaining samples. */
export interface EvaluatedChunk {
  evaluated: EvaluatedSample[];
  /** Failed attempts of calls about the remaining samples. */
  failedTries: FailedTries;
  /** Set if the remaining samples must wait, because an endpoint is not called. */
  circuit?: CircuitOpen | undefined;
}

/**
 * Evaluates a chunk: local evaluators in this process, remote evaluators through HTTP calls. The calls are
 * aborted when the evaluation ends, even if another process ends it.
 *
 * @returns the evaluated samples. Samples are missing if local evaluators take long, if an endpoint is not called because
 * its recent calls failed, or if the calls take longer than {@link maxCallMs}.
 * @throws {LeaseLost} if the evaluation has ended. If `signal` aborts, throws its reason.
 */
export async function evaluateChunk(
  deps: PlatformDeps,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<EvaluatedChunk> {
  const { evaluators, samples } = chunk;
  if (evaluators.some(({ bound }) => bound.remote)) return evaluateRemotely(deps, chunk, signal);
  const options = { signal, maxBusyMs, callRemote: noRemoteCalls };
  return { evaluated: await evaluateSamples(evaluators, samples, options), failedTries: {} };
}

/**
 * Maximum busy time of a chunk in the lane `compute` (milliseconds). Its remaining samples are evaluated by another job,
 * so that jobs of other workspaces get a turn.
 */
const maxBusyMs = 1000;

/** Maximum time for which a chunk in the lane `remote` calls endpoints (milliseconds). */
const maxCallMs = 600_000;

const noRemoteCalls = (): never => {
  throw new Error("A chunk without remote evaluators must not make a remote call.");
};

function evaluateRemotely(deps: PlatformDeps, chunk: Chunk, signal: AbortSignal): Promise<EvaluatedChunk> {
  const { key, job, evaluators, samples } = chunk;
  return whileRunning(deps, chunk, async (ended) => {
    const secrets = await secretsOf(deps, key);
    const calls = new RemoteCalls(deps, { ...chunk, attempts: job.attempts, secrets });
    const running = AbortSignal.any([signal, ended]);
    const evaluated = await limitCalls(deps, { calls, evaluators, signal: running }, () =>
      evaluateSamples(evaluators, samples, {
        signal: running,
        maxBusyMs: Infinity,
        callRemote: (request, aborted) => calls.call(request, aborted),
      }),
    );
    const done = new Set(evaluated.map(({ sample }) => sample.id));
    const rest = new Set(samples.map(({ id }) => id).filter((id) => !done.has(id)));
    return { evaluated, failedTries: calls.failedTries(rest), circuit: calls.circuit };
  });
}

/** Does work whose calls start no later than so that each of them ends within {@link maxCallMs}. */
async function limitCalls<T>(
  deps: PlatformDeps,
  {
    calls,
    evaluators,
    signal,
  }: { calls: RemoteCalls; evaluators: readonly KeyedEvaluator[]; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const timeouts = evaluators.map(({ bound }) => bound.remote?.timeoutMs ?? 0);
  const done = new AbortController();
  deps.pause(maxCallMs - Math.max(...timeouts), AbortSignal.any([signal, done.signal])).then(
    () => calls.stop(),
    () => undefined,
  );
  try {
    return await work();
  } finally {
    done.abort();
  }
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
