import { setImmediate } from "node:timers/promises";
import { combinedScore } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { type RemoteRule, remoteRuleFor } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import type { Outcome, SampleScore } from "@assay/contract/domain";
import type { SampleCaseRow } from "../evaluation-samples.ts";
import { inParallel } from "./in-parallel.ts";

/** A sample with the outcome of each evaluator and the combined score. */
export interface EvaluatedSample {
  sample: SampleCaseRow;
  /** In the evaluation's order. */
  outcomes: Outcome[];
  score: SampleScore;
}

const evaluated = (
  evaluators: readonly KeyedEvaluator[],
  sample: SampleCaseRow,
  outcomes: Outcome[],
): EvaluatedSample => ({ sample, outcomes, score: combinedScore({ evaluators }, outcomes) });

/** Maximum time before the evaluation yields to other work (milliseconds). */
const sliceMs = 10;

/** A call to a remote evaluator. */
export interface RemoteEvaluation {
  evaluator: KeyedEvaluator;
  rule: RemoteRule;
  /** The evaluator's position in the evaluation. */
  position: number;
  sample: SampleCaseRow;
}

/** Options for evaluating the samples of a chunk. */
export interface ChunkRun {
  signal: AbortSignal;
  /** Calls a remote evaluator. @throws {unknown} the reason of the signal. */
  callRemote: (request: RemoteEvaluation, signal: AbortSignal) => Promise<Outcome>;
}

/** Maximum number of concurrent calls per chunk. */
const maxConcurrentCalls = 8;

/**
 * Evaluates every sample with every evaluator, in slices between which the process handles other work. Remote
 * evaluators are called afterwards, several concurrently.
 *
 * @throws {unknown} the reason of `signal`, between two slices or during calls.
 */
export async function evaluateSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  { signal, callRemote }: ChunkRun,
): Promise<EvaluatedSample[]> {
  const outcomes = await evaluateLocally(evaluators, samples, signal);
  const open = evaluators.flatMap((evaluator, position) =>
    samples.flatMap((sample, index) => {
      const rule = remoteRuleFor(evaluator.bound, outcomes[index]?.[position]);
      return rule ? [{ index, request: { evaluator, rule, position, sample } }] : [];
    }),
  );
  await inParallel(open, { limit: maxConcurrentCalls, signal }, async ({ index, request }, running) => {
    const outcome = await callRemote(request, running);
    outcomes[index]?.splice(request.position, 1, outcome);
  });
  return samples.map((sample, index) => evaluated(evaluators, sample, outcomes[index] ?? []));
}

async function evaluateLocally(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  signal: AbortSignal,
): Promise<Outcome[][]> {
  const result: Outcome[][] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const sample of samples) {
    result.push(evaluators.map(({ bound }) => bound.evaluate(sample)));
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    signal.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
  return result;
}

/** Outcomes of samples that could not be evaluated: every evaluator's result is errored, with this reason. */
export function erroredSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  reason: string,
): EvaluatedSample[] {
  return samples.map((sample) =>
    evaluated(
      evaluators,
      sample,
      evaluators.map(({ bound }) => bound.unscored(sample, "errored", reason)),
    ),
  );
}
