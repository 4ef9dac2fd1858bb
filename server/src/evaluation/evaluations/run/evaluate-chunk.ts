import { callRemoteEvaluator } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { formatId } from "@assay/contract/platform/ids";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { Outcome } from "@assay/contract/domain";
import { secretsOf } from "../../evaluators/custom-evaluator-secret-service.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { type Job, LeaseLost } from "../../../platform/jobs/queue.ts";
import { completedChannel } from "./complete-evaluation.ts";
import { type EvaluatedSample, evaluateSamples, type OpenQuestion } from "./evaluation-chunk.ts";
import { type EvaluationKey, getEvaluation } from "../evaluation-queries.ts";
import type { SampleCaseRow } from "../evaluation-samples.ts";

/** A chunk of an evaluation's samples, and the job that it is. */
export interface Chunk {
  job: Job;
  key: EvaluationKey;
  evaluators: readonly KeyedEvaluator[];
  samples: readonly SampleCaseRow[];
}

/**
 * Evaluates a chunk: by this process, and by calls to others where evaluators are remote. Of these, none goes on once the
 * evaluation has ended, wherever that happened.
 *
 * @throws {LeaseLost} when the evaluation has ended; what `signal` was aborted with.
 */
export async function evaluateChunk(
  deps: PlatformDeps,
  chunk: Chunk,
  signal: AbortSignal,
): Promise<EvaluatedSample[]> {
  const { key, evaluators, samples } = chunk;
  if (!evaluators.some(({ bound }) => bound.remote))
    return evaluateSamples(evaluators, samples, { signal, ask: neverAsked });
  return whileItRuns(deps, chunk, async (ended) => {
    const ask = askerOf(deps, chunk, await secretsOf(deps, key));
    return evaluateSamples(evaluators, samples, { signal: AbortSignal.any([signal, ended]), ask });
  });
}

const neverAsked = (): never => {
  throw new Error("A chunk without a remote evaluator has nobody to ask.");
};

function askerOf(deps: PlatformDeps, { key, job }: Chunk, secrets: (position: number) => string[]) {
  const evaluation = formatId("evaluation", key.evaluationId);
  const effects = {
    send: deps.outbound.post.bind(deps.outbound),
    pause: deps.pause,
    now: () => deps.now().getTime(),
    random: deps.random,
  };
  return (question: OpenQuestion, signal: AbortSignal): Promise<Outcome> => {
    const { position, rule } = question;
    const triesBefore = (job.attempts - 1) * (rule.retryCount + 1);
    const { id, external_id, input, output, expected, metadata } = question.sample;
    const sample = {
      id: formatId("sample", id),
      external_id,
      input,
      output,
      expected,
      metadata: metadata ?? {},
    };
    return callRemoteEvaluator(
      { ...question, evaluation, sample, triesBefore, secrets: secrets(position) },
      effects,
      signal,
    );
  };
}

/** Does work that is told when the evaluation ends: a cancellation must not wait for others' answers. */
async function whileItRuns<T>(
  deps: PlatformDeps,
  { job, key }: Chunk,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stopListening = await deps.database.listen(completedChannel, (id) => {
    if (id === key.evaluationId) ended.abort(new LeaseLost(job.id));
  });
  try {
    // It may have ended just before.
    const { status } = await getEvaluation(deps.database.knex, key);
    if (status !== "running") throw new LeaseLost(job.id);
    return await work(ended.signal);
  } finally {
    await stopListening();
  }
}
