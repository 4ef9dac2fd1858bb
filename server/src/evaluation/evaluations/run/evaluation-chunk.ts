import { setImmediate } from "node:timers/promises";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import type { RemoteRule } from "@assay/contract/evaluation/evaluators/remote-evaluator";
import { type Outcome, type SampleScore, scoreSample } from "@assay/contract/domain";
import type { SampleCaseRow } from "../evaluation-samples.ts";
import { inParallel } from "./in-parallel.ts";

/** A sample with what each evaluator says of it, and all of them together. */
export interface JudgedSample {
  sample: SampleCaseRow;
  /** In the evaluation's order. */
  outcomes: Outcome[];
  score: SampleScore;
}

function judged(
  evaluators: readonly KeyedEvaluator[],
  sample: SampleCaseRow,
  outcomes: Outcome[],
): JudgedSample {
  const score = scoreSample(
    outcomes.map((outcome, index) => ({
      status: outcome.status,
      weight: evaluators[index]?.weight ?? 0,
      score: outcome.status === "scored" ? outcome.score : null,
      passed: outcome.status === "scored" ? outcome.passed : null,
      flagged: outcome.status === "scored" && outcome.flagged,
    })),
  );
  return { sample, outcomes, score };
}

/** How long judging may keep the process from everything else before it lets it go on. */
const sliceMs = 10;

/** What a remote evaluator is asked. */
export interface OpenQuestion {
  evaluator: KeyedEvaluator;
  rule: RemoteRule;
  /** The evaluator's place in the evaluation. */
  position: number;
  sample: SampleCaseRow;
}

/** How samples are judged. */
export interface Judging {
  signal: AbortSignal;
  /** Asks a remote evaluator. @throws {unknown} what the signal was aborted with. */
  ask: (question: OpenQuestion, signal: AbortSignal) => Promise<Outcome>;
}

/** How many calls of one chunk are under way at once. */
const callsAtOnce = 8;

/**
 * Lets every evaluator judge every sample, in slices between which the process answers others; remote evaluators are
 * asked after that, several questions at once.
 *
 * @throws {unknown} what `signal` was aborted with, between two slices or while questions are open.
 */
export async function judgeSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  { signal, ask }: Judging,
): Promise<JudgedSample[]> {
  const outcomes = await judgeHere(evaluators, samples, signal);
  const open = evaluators.flatMap((evaluator, position) =>
    samples.flatMap((sample, index) => {
      const rule = evaluator.bound.remote;
      // What is skipped already, for want of an output, needs no asking.
      if (!rule || outcomes[index]?.[position]?.status === "skipped") return [];
      return [{ index, question: { evaluator, rule, position, sample } }];
    }),
  );
  await inParallel(open, { limit: callsAtOnce, signal }, async ({ index, question }, running) => {
    const outcome = await ask(question, running);
    outcomes[index]?.splice(question.position, 1, outcome);
  });
  return samples.map((sample, index) => judged(evaluators, sample, outcomes[index] ?? []));
}

async function judgeHere(
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
): JudgedSample[] {
  return samples.map((sample) =>
    judged(
      evaluators,
      sample,
      evaluators.map(({ bound }) => bound.unscored(sample, "errored", reason)),
    ),
  );
}
