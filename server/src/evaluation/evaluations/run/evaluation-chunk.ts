import { setImmediate } from "node:timers/promises";
import {
  type EvaluatedRun,
  overRuns,
  type RepeatedSample,
  type RunScore,
  runScores,
} from "@assay/contract/evaluation/evaluations/outcomes/sample-runs";
import { combinedScore } from "@assay/contract/evaluation/evaluations/outcomes/stored-outcome";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { type RemoteRule, remoteRuleFor } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import type { Outcome, SampleScore } from "@assay/contract/domain";
import type { SampleCaseRow } from "../evaluation-samples.ts";
import { inParallel } from "./in-parallel.ts";

/** A run of a sample with each evaluator's outcome, in the order of the evaluation's evaluators. */
interface EvaluatedCase extends EvaluatedRun {
  sample: SampleCaseRow;
}

/** A sample with each evaluator's outcome over its runs, and the combined score. */
export interface EvaluatedSample extends RepeatedSample {
  /** The run that represents the sample. */
  sample: SampleCaseRow;
  runs?: readonly EvaluatedCase[];
  score: SampleScore;
  /** The combined score of each run. */
  runScores: readonly RunScore[];
}

/** Combines the runs of each sample, which follow each other. */
function overSamples(
  evaluators: readonly KeyedEvaluator[],
  cases: readonly EvaluatedCase[],
): EvaluatedSample[] {
  const bySample = new Map<string, EvaluatedCase[]>();
  for (const one of cases) {
    const runs = bySample.get(one.sample.id);
    if (runs) runs.push(one);
    else bySample.set(one.sample.id, [one]);
  }
  return [...bySample.values()].map((runs) => {
    const sample = overRuns({ evaluators }, runs);
    const score = combinedScore({ evaluators }, sample.outcomes);
    return { ...sample, score, runScores: runScores({ evaluators }, sample) };
  });
}

/** Maximum time of one time slice, after which other work can run (milliseconds). */
const sliceMs = 10;

/** A call to a remote evaluator about a run of a sample. */
export interface RemoteEvaluation {
  evaluator: KeyedEvaluator;
  rule: RemoteRule;
  /** Index of the evaluator in the evaluation's list. */
  position: number;
  sample: SampleCaseRow;
}

/** Options for evaluating the samples of a chunk. */
export interface ChunkRun {
  signal: AbortSignal;
  /** Busy time after which no further sample is started (milliseconds). */
  maxBusyMs: number;
  /**
   * Calls a remote evaluator. Returns undefined if the call was stopped. @throws {unknown} the signal's reason if it
   * aborts.
   */
  callRemote: (request: RemoteEvaluation, signal: AbortSignal) => Promise<Outcome | undefined>;
}

/** Maximum number of concurrent remote calls per chunk. */
const maxConcurrentCalls = 8;

/**
 * Evaluates every run of every sample with every evaluator, in time slices between which the process handles other work.
 * Remote evaluators are called afterwards, sample by sample, with several concurrent calls.
 *
 * @returns the evaluated samples. If `maxBusyMs` was reached, the last samples are missing. Samples with a stopped call
 * are missing, too.
 * @throws {unknown} the reason of `signal` if it aborts. The signal is checked between slices and during
 * calls.
 */
export async function evaluateSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  run: ChunkRun,
): Promise<EvaluatedSample[]> {
  const { signal, callRemote } = run;
  const outcomes = await evaluateLocally(evaluators, samples, run);
  const evaluated = samples.slice(0, outcomes.length);
  const open = evaluated.flatMap((sample, index) =>
    evaluators.flatMap((evaluator, position) => {
      const rule = remoteRuleFor(evaluator.bound, outcomes[index]?.[position]);
      return rule ? [{ index, request: { evaluator, rule, position, sample } }] : [];
    }),
  );
  const unfinished = new Set<string>();
  await inParallel(open, { limit: maxConcurrentCalls, signal }, async ({ index, request }, running) => {
    const outcome = await callRemote(request, running);
    if (outcome) outcomes[index]?.splice(request.position, 1, outcome);
    else unfinished.add(request.sample.id);
  });
  const cases = casesOf(evaluated, outcomes).filter(({ sample }) => !unfinished.has(sample.id));
  return overSamples(evaluators, cases);
}

const casesOf = (samples: readonly SampleCaseRow[], outcomes: readonly Outcome[][]): EvaluatedCase[] =>
  samples.map((sample, index) => ({ sample, output: sample.output, outcomes: outcomes[index] ?? [] }));

async function evaluateLocally(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  { signal, maxBusyMs }: ChunkRun,
): Promise<Outcome[][]> {
  const result: Outcome[][] = [];
  let busyMs = 0;
  let sliceStart = performance.now();
  for (const [index, sample] of samples.entries()) {
    result.push(evaluators.map(({ bound }) => bound.evaluate(sample)));
    const slice = performance.now() - sliceStart;
    // All runs of a sample are evaluated together.
    const isLastRun = samples[index + 1]?.id !== sample.id;
    if (isLastRun && busyMs + slice >= maxBusyMs) break;
    if (slice < sliceMs) continue;
    busyMs += slice;
    await setImmediate();
    signal.throwIfAborted();
    sliceStart = performance.now();
  }
  return result;
}

/**
 * Returns outcomes for samples that could not be evaluated: the result of every evaluator is errored for the
 * given reason.
 */
export function erroredSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  reason: string,
): EvaluatedSample[] {
  const outcomes = samples.map((sample) =>
    evaluators.map(({ bound }) => bound.unscored(sample, "errored", reason)),
  );
  return overSamples(evaluators, casesOf(samples, outcomes));
}
