// Aggregates the evaluators' outcomes in memory, sample by sample.
import type { ScoredSample } from "../../domain/comparison/pair-samples.ts";
import {
  type ClusteredOutcome,
  combinedFigures,
  evaluatorFigures,
} from "../../domain/evaluation/collect-figures.ts";
import {
  type EvaluationVerdict,
  evaluationVerdict,
  type NoOutputs,
} from "../../domain/evaluation/evaluation-verdict.ts";
import { aggregateEvaluation, type EvaluationResults } from "../../domain/evaluation/results.ts";
import { repeatsOf } from "../../domain/evaluation/runs/repeats.ts";
import type { SampleScore } from "../../domain/evaluation/sample-score.ts";
import { type UnscoredReason, unscoredReasons } from "../../domain/evaluation/unscored-reasons.ts";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import type { EffectiveScores } from "../../domain/review/effective-score.ts";
import type { EvaluationSetup, ResultRecord } from "./evaluation-record.ts";
import { keyEvaluators, safetyOutcomes } from "../evaluators/keyed-evaluators.ts";
import {
  hasNoOutput,
  marksOf,
  type RepeatedSample,
  runScores,
  runsOf,
  totalsOfRuns,
} from "./outcomes/sample-runs.ts";
import { combinedScore, storedOutcome } from "./outcomes/stored-outcome.ts";

/** A sample with its output and the outcome of every evaluator, in the evaluation's order. */
export interface EvaluatedSample extends RepeatedSample {
  sample: { id: string; externalId: string | null; clusterId: string | null; expected: unknown };
}

/** An evaluation with its samples in memory. */
export interface EvaluatedSamples extends Pick<
  EvaluationSetup,
  "evaluators" | "resolved" | "failOnError" | "runs"
> {
  evaluated: readonly EvaluatedSample[];
  /** The effective scores by sample id, for samples with an override. */
  effective: ReadonlyMap<string, EffectiveScores>;
}

const hasError = ({ outcomes }: Pick<EvaluatedSample, "outcomes">): boolean =>
  outcomes.some(({ status }) => status === "errored");

/** Counts processed samples: those without an errored result, and those with at least one. */
export function countProcessed(samples: readonly Pick<EvaluatedSample, "outcomes">[]): {
  completed: number;
  failed: number;
} {
  const failed = samples.filter(hasError).length;
  return { completed: samples.length - failed, failed };
}

/**
 * Returns an evaluator's outcome for a sample. If a reviewer overrode the score, the outcome has the
 * reviewer's score.
 */
export function effectiveOutcome(
  { effective }: Pick<EvaluatedSamples, "effective">,
  { sample, outcomes }: EvaluatedSample,
  position: number,
): Outcome | undefined {
  const outcome = outcomes[position];
  const override = effective.get(sample.id)?.results[position];
  if (outcome?.status !== "scored" || !override) return outcome;
  const { score, passed } = override;
  return { ...outcome, score, passed };
}

/** Computes a sample's effective combined score, in which overrides replace automated scores. */
export function effectiveCombined(
  evaluation: Pick<EvaluatedSamples, "evaluators" | "effective">,
  { sample, outcomes }: EvaluatedSample,
): SampleScore {
  const automated = combinedScore(evaluation, outcomes);
  const override = evaluation.effective.get(sample.id);
  if (!override) return automated;
  const { weighted, equal, passed } = override;
  return { ...automated, weighted, equal, passed };
}

/**
 * Builds the stored results for a sample: one for each evaluator and run. An override replaces the score of every
 * run.
 */
export function resultRecords(
  { effective }: Pick<EvaluatedSamples, "effective">,
  evaluated: EvaluatedSample,
  createdAt: number,
): ResultRecord[] {
  const { sample } = evaluated;
  const recordOf = (outcome: Outcome, position: number) => {
    const override = effective.get(sample.id)?.results[position];
    const { classification: _classification, ...stored } = storedOutcome(outcome);
    return {
      sampleId: sample.id,
      externalId: sample.externalId,
      position,
      ...stored,
      effectiveScore: override?.score ?? null,
      effectivePassed: override?.passed ?? null,
      overriddenBy: override?.overriddenBy ?? null,
      details: outcome.details,
      expected: sample.expected,
      createdAt,
    };
  };
  return evaluated.outcomes.flatMap((_, position) =>
    runsOf(evaluated).flatMap(({ output, outcomes }, index) => {
      const outcome = outcomes[position];
      return outcome ? [{ ...recordOf(outcome, position), run: index + 1, output }] : [];
    }),
  );
}

const marked = (score: SampleScore, sample: EvaluatedSample) => ({ ...score, ...marksOf(sample) });

/**
 * Returns the outcomes of all runs with one evaluator. Runs of one sample are not independent, so a sample with
 * several runs and without a cluster is a cluster itself.
 */
const outcomesOfRuns = (evaluated: readonly EvaluatedSample[], position: number): ClusteredOutcome[] =>
  evaluated.flatMap((one) => {
    const cluster = one.sample.clusterId ?? (one.runs ? one.sample.id : null);
    return runsOf(one).flatMap(({ outcomes }) => {
      const outcome = outcomes[position];
      return outcome ? [{ ...outcome, cluster }] : [];
    });
  });

/** Builds an evaluation's results over all its samples, from the effective scores. */
export function resultsOf(evaluation: EvaluatedSamples): EvaluationResults {
  const { evaluators, resolved, evaluated, runs } = evaluation;
  const figures = keyEvaluators(evaluators, resolved).map(({ key, bound }, position) => {
    const outcomes = evaluated.flatMap((one) => {
      const outcome = effectiveOutcome(evaluation, one, position);
      const { missingOutput } = marksOf(one);
      return outcome ? [{ ...outcome, missingOutput }] : [];
    });
    const { classifications, summarize, pooled } = bound;
    const figured = { key, classifications, ...(summarize && { summarize }), ...(pooled && { pooled }) };
    return evaluatorFigures(figured, outcomes, outcomesOfRuns(evaluated, position));
  });
  return {
    ...aggregateEvaluation(
      figures,
      combinedFigures(evaluated.map((one) => marked(effectiveCombined(evaluation, one), one))),
    ),
    unscored_reasons: unscoredReasons(reasonsOf(evaluation)),
    ...(runs > 1 && {
      repeats: repeatsOf(
        runs,
        evaluated.flatMap((one) => repeatsIn(evaluation, one)),
      ),
    }),
  };
}

const repeatsIn = (evaluation: Pick<EvaluatedSamples, "evaluators">, one: EvaluatedSample) =>
  totalsOfRuns(runScores(evaluation, one), one.sample.clusterId);

/**
 * Returns the final state of an evaluation whose samples are all processed: completed or failed.
 *
 * @param noOutputs the facts for the error if no sample has an output.
 */
export function verdictOf(evaluation: EvaluatedSamples, noOutputs: NoOutputs): EvaluationVerdict {
  const { evaluated, failOnError } = evaluation;
  const { sampleCount } = combinedFigures(
    evaluated.map((one) => marked(combinedScore(evaluation, one.outcomes), one)),
  );
  return evaluationVerdict({
    errored: countProcessed(evaluated).failed,
    scored: sampleCount,
    total: evaluated.length,
    failOnError,
    ...(evaluated.every(hasNoOutput) && { noOutputs }),
    reasons: reasonsOf(evaluation),
  });
}

/** Returns why results have no score, one item for each such result. */
const reasonsOf = ({ evaluators, resolved, evaluated }: EvaluatedSamples): UnscoredReason[] => {
  const keyed = keyEvaluators(evaluators, resolved);
  return evaluated.flatMap((one) =>
    runsOf(one).flatMap(({ outcomes }) =>
      outcomes.flatMap((outcome, position): UnscoredReason[] => {
        const { status, reason } = storedOutcome(outcome);
        if (status === "scored") return [];
        const evaluator = keyed[position]?.key ?? "";
        const { id: sample, externalId: external_id } = one.sample;
        return [{ evaluator, status, reason: reason ?? "", count: 1, sample, external_id }];
      }),
    ),
  );
};

/** Returns an evaluation's samples with their scores, as the input of a comparison. */
export function scoredSamples(
  evaluation: Pick<EvaluatedSamples, "evaluators" | "resolved" | "effective"> & {
    evaluated: readonly (EvaluatedSample & { sample: { caseHash: string } })[];
  },
): ScoredSample[] {
  const keyed = keyEvaluators(evaluation.evaluators, evaluation.resolved);
  return evaluation.evaluated.map((one) => {
    const stored = one.outcomes.map(storedOutcome);
    const combined = combinedScore(evaluation, one.outcomes);
    return {
      sampleId: one.sample.id,
      externalId: one.sample.externalId,
      caseHash: one.sample.caseHash,
      cluster: one.sample.clusterId,
      automated: combined.weighted,
      effective: effectiveCombined(evaluation, one).weighted,
      passed: combined.passed,
      scores: stored.map(({ score }) => score),
      passes: stored.map(({ passed }) => passed),
      safety: safetyOutcomes(
        keyed,
        keyed.map((_, position) => runsOf(one).map(({ outcomes }) => outcomes[position]?.tally ?? null)),
      ),
    };
  });
}
