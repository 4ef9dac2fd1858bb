// Aggregates the evaluators' outcomes in memory, sample by sample.
import type { ScoredSample } from "../../domain/comparison/pair-samples.ts";
import { combinedFigures, evaluatorFigures, sampleMarks } from "../../domain/evaluation/collect-figures.ts";
import {
  type EvaluationVerdict,
  evaluationVerdict,
  type NoOutputs,
} from "../../domain/evaluation/evaluation-verdict.ts";
import { aggregateEvaluation, type EvaluationResults } from "../../domain/evaluation/results.ts";
import { type SampleScore, scoreSample, type SampleResult } from "../../domain/evaluation/sample-score.ts";
import { type UnscoredReason, unscoredReasons } from "../../domain/evaluation/unscored-reasons.ts";
import type { Outcome } from "../../domain/evaluators/evaluator.ts";
import type { EffectiveScores } from "../../domain/review/effective-score.ts";
import type { EvaluationSetup, ResultRecord } from "./evaluation-record.ts";
import { keyEvaluators, safetyOutcomes } from "../evaluators/keyed-evaluators.ts";

interface Weighed {
  evaluators: readonly { weight: number }[];
}

/** A sample with its output and the outcome of every evaluator, in the evaluation's order. */
export interface EvaluatedSample {
  sample: { id: string; externalId: string | null; clusterId: string | null; expected: unknown };
  output: unknown;
  outcomes: readonly Outcome[];
}

/** An evaluation with its samples in memory. */
export interface EvaluatedSamples extends Pick<EvaluationSetup, "evaluators" | "resolved" | "failOnError"> {
  evaluated: readonly EvaluatedSample[];
  /** The effective scores by sample id, for samples with an override. */
  effective: ReadonlyMap<string, EffectiveScores>;
}

/** The columns of a stored result that are derived from its outcome. */
export type StoredOutcome = Pick<ResultRecord, "status" | "score" | "passed" | "flagged" | "reason"> & {
  classification: string | null;
};

const maxReasonLength = 1000;
const shortened = (reason: string): string =>
  reason.length <= maxReasonLength ? reason : `${reason.slice(0, maxReasonLength - 1)}…`;

/** Converts an outcome to its stored form. */
export function storedOutcome(outcome: Outcome): StoredOutcome {
  if (outcome.status !== "scored") {
    const { status, reason } = outcome;
    return {
      status,
      score: null,
      passed: null,
      flagged: false,
      reason: shortened(reason),
      classification: null,
    };
  }
  const { status, score, passed, flagged, classification, flag_reason: reason } = outcome;
  return {
    status,
    score,
    passed,
    flagged,
    reason: flagged ? shortened(reason ?? "flagged") : null,
    classification,
  };
}

/** Returns each evaluator's outcome for a sample, as the input of the sample's combined score. */
export const sampleResults = ({ evaluators }: Weighed, outcomes: readonly Outcome[]): SampleResult[] =>
  outcomes.map((outcome, position) => {
    const { status, score, passed, flagged } = storedOutcome(outcome);
    return { status, weight: evaluators[position]?.weight ?? 0, score, passed, flagged };
  });

/** Computes a sample's automated combined score. */
export const combinedScore = (evaluation: Weighed, outcomes: readonly Outcome[]): SampleScore =>
  scoreSample(sampleResults(evaluation, outcomes));

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

/** Builds the stored results for a sample. */
export const resultRecords = (
  { effective }: Pick<EvaluatedSamples, "effective">,
  { sample, output, outcomes }: EvaluatedSample,
  createdAt: number,
): ResultRecord[] =>
  outcomes.map((outcome, position) => {
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
      output,
      expected: sample.expected,
      createdAt,
    };
  });

const marked = (score: SampleScore, { output, outcomes }: EvaluatedSample) => ({
  ...score,
  ...sampleMarks(output, outcomes),
});

/** Builds an evaluation's results over all its samples, from the effective scores. */
export function resultsOf(evaluation: EvaluatedSamples): EvaluationResults {
  const { evaluators, resolved, evaluated } = evaluation;
  const figures = keyEvaluators(evaluators, resolved).map(({ key, bound }, position) => {
    const outcomes = evaluated.flatMap((one) => {
      const outcome = effectiveOutcome(evaluation, one, position);
      const { missingOutput } = sampleMarks(one.output, one.outcomes);
      return outcome ? [{ ...outcome, cluster: one.sample.clusterId, missingOutput }] : [];
    });
    const { classifications, summarize, pooled } = bound;
    const figured = { key, classifications, ...(summarize && { summarize }), ...(pooled && { pooled }) };
    return evaluatorFigures(figured, outcomes);
  });
  return {
    ...aggregateEvaluation(
      figures,
      combinedFigures(evaluated.map((one) => marked(effectiveCombined(evaluation, one), one))),
    ),
    unscored_reasons: unscoredReasons(reasonsOf(evaluation)),
  };
}

/**
 * Returns the final state of an evaluation whose samples are all processed: completed or failed.
 *
 * @param noOutputs the facts for the error if no sample has an output.
 */
export function verdictOf(evaluation: EvaluatedSamples, noOutputs: NoOutputs): EvaluationVerdict {
  const { evaluated, failOnError } = evaluation;
  const { sampleCount, statuses } = combinedFigures(
    evaluated.map((one) => marked(combinedScore(evaluation, one.outcomes), one)),
  );
  return evaluationVerdict({
    errored: countProcessed(evaluated).failed,
    scored: sampleCount,
    total: evaluated.length,
    failOnError,
    ...(statuses.missing_output === evaluated.length && { noOutputs }),
    reasons: reasonsOf(evaluation),
  });
}

/** Returns why results have no score, one item for each such result. */
const reasonsOf = ({ evaluators, resolved, evaluated }: EvaluatedSamples): UnscoredReason[] => {
  const keyed = keyEvaluators(evaluators, resolved);
  return evaluated.flatMap(({ sample: { id: sample, externalId: external_id }, outcomes }) =>
    outcomes.flatMap((outcome, position): UnscoredReason[] => {
      const { status, reason } = storedOutcome(outcome);
      if (status === "scored") return [];
      const evaluator = keyed[position]?.key ?? "";
      return [{ evaluator, status, reason: reason ?? "", count: 1, sample, external_id }];
    }),
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
        one.outcomes.map(({ tally }) => tally),
      ),
    };
  });
}
