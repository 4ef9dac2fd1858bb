import { setImmediate } from "node:timers/promises";
import { combinedScore } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { type RemoteRule, remoteRuleFor } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import type { Outcome, SampleScore } from "@assay/contract/domain";
import type { SampleCaseRow } from "../evaluation-samples.ts";
import { inParallel } from "./in-parallel.ts";

/** A sample with what each evaluator says of it, and all of them together. */
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

/** How long evaluation may keep the process from everything else before it lets it go on. */
const sliceMs = 10;

/** What a remote evaluator is asked. */
export interface OpenQuestion {
  evaluator: KeyedEvaluator;
  rule: RemoteRule;
  /** The evaluator's place in the evaluation. */
  position: number;
  sample: SampleCaseRow;
}

/** How the samples of a chunk are evaluated. */
export interface ChunkRun {
  signal: AbortSignal;
  /** Asks a remote evaluator. @throws {unknown} what the signal was aborted with. */
  ask: (question: OpenQuestion, signal: AbortSignal) => Promise<Outcome>;
}

/** How many calls of one chunk are under way at once. */
const callsAtOnce = 8;

/**
 * Evaluates every sample by every evaluator, in slices between which the process serves others; remote evaluators are
 * called after that, several at once.
 *
 * @throws {unknown} what `signal` was aborted with, between two slices or while questions are open.
 */
export async function evaluateSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  { signal, ask }: ChunkRun,
): Promise<EvaluatedSample[]> {
  const outcomes = await evaluateHere(evaluators, samples, signal);
  const open = evaluators.flatMap((evaluator, position) =>
    samples.flatMap((sample, index) => {
      const rule = remoteRuleFor(evaluator.bound, outcomes[index]?.[position]);
      return rule ? [{ index, question: { evaluator, rule, position, sample } }] : [];
    }),
  );
  await inParallel(open, { limit: callsAtOnce, signal }, async ({ index, question }, running) => {
    const outcome = await ask(question, running);
    outcomes[index]?.splice(question.position, 1, outcome);
  });
  return samples.map((sample, index) => evaluated(evaluators, sample, outcomes[index] ?? []));
}

async function evaluateHere(
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

/** What becomes of samples that could not be judged: every evaluator's result is errored, for this reason. */
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
