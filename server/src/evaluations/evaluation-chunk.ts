import { setImmediate } from "node:timers/promises";
import type { KeyedEvaluator } from "@assay/contract";
import { type Outcome, type SampleScore, scoreSample } from "@assay/contract/domain";
import type { SampleCaseRow } from "./evaluation-samples.ts";

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

/**
 * Lets every evaluator judge every sample, in slices between which the process answers others.
 *
 * @throws what `signal` was aborted with, between two slices.
 */
export async function judgeSamples(
  evaluators: readonly KeyedEvaluator[],
  samples: readonly SampleCaseRow[],
  signal: AbortSignal,
): Promise<JudgedSample[]> {
  const result: JudgedSample[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const sample of samples) {
    result.push(
      judged(
        evaluators,
        sample,
        evaluators.map(({ bound }) => bound.evaluate(sample)),
      ),
    );
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
