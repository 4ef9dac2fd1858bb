// Rules for comparisons: which evaluations and metrics are compared, and what the verdict is.
import {
  type ComparedConditions,
  comparePairs,
  type Comparison,
  concludeComparison,
  effectiveMeans,
  type MetricFigures,
  pairSamples,
  type PerSide,
  type ScoredSample,
  sharedMetrics,
} from "../../domain/index.ts";
import type { Steps } from "../../domain/values/steps.ts";
import type { EvaluationSetup } from "../evaluations/evaluation-record.ts";
import { keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import type { CompareEvaluationsBody } from "./evaluation-comparison.ts";
import {
  evaluationNotCompleted,
  evaluationsNotTwo,
  metricNotShared,
  notComparable,
} from "./comparison-refusals.ts";

/** The ids of both sides, with their paths in the request body. */
export type ComparedIds = PerSide<{ id: string; path: string }>;

/**
 * Returns the ids of the two evaluations to compare. The baseline is the evaluation in `baseline`, or else
 * the first evaluation in `evaluations`.
 *
 * @throws {ApiError} 400 if an evaluation is listed twice, or if `evaluations` and `baseline` together do not
 *   contain exactly two evaluations.
 */
export function comparedIds({ evaluations, baseline: named }: CompareEvaluationsBody): ComparedIds {
  const different = [...new Set([...evaluations, ...(named === undefined ? [] : [named])])];
  const repeated = new Set(evaluations).size < evaluations.length;
  const baseline = named ?? evaluations[0];
  const candidate = different.find((id) => id !== baseline);
  if (repeated || different.length !== 2 || baseline === undefined || candidate === undefined)
    throw evaluationsNotTwo(different, repeated);
  return { baseline: placed(baseline, evaluations), candidate: placed(candidate, evaluations) };
}

function placed(id: string, evaluations: readonly string[]): { id: string; path: string } {
  const index = evaluations.indexOf(id);
  return { id, path: index === -1 ? "/baseline" : `/evaluations/${index}` };
}

/**
 * Returns the metrics to compare, in the baseline's order. By default, these are all evaluators that both
 * evaluations have. If the request lists metrics, only these are compared.
 *
 * @throws {ApiError} 422 if a requested metric is not an evaluator in both evaluations.
 */
function chosenMetrics(sides: PerSide<ComparedConditions>, requested: readonly string[] | undefined) {
  const shared = sharedMetrics(sides);
  if (requested === undefined) return shared;
  const unknown = requested.filter((metric) => !shared.includes(metric));
  if (unknown.length > 0) throw metricNotShared(requested, unknown, shared);
  return shared.filter((key) => requested.includes(key));
}

/** One side of a comparison. */
export type ComparedSide = Pick<EvaluationSetup, "id" | "name" | "dataset" | "evaluators" | "resolved"> & {
  status: string;
  /** Number of samples with an errored result. */
  failed: number;
};

/** Refuses to compare evaluations that have not completed. @throws {ApiError} 409 if either has not. */
export function checkCompleted({ baseline, candidate }: PerSide<{ id: string; status: string }>): void {
  for (const { id, status } of [baseline, candidate])
    if (status !== "completed") throw evaluationNotCompleted(id, status);
}

const conditionsOf = ({ id, name, dataset, evaluators, resolved, failed }: ComparedSide) => ({
  id,
  name,
  dataset,
  evaluators: keyEvaluators(evaluators, resolved).map(({ key, weight, bound: { type, config } }) => ({
    key,
    weight,
    type,
    config,
  })),
  errored: failed,
});

/** The scores on one side of a comparison. */
export interface ComparedScores {
  id: string;
  samples: readonly ScoredSample[];
  /** The evaluator keys. The scores of a sample have the same order. */
  keys: readonly string[];
}

/**
 * Compares one evaluator's scores in two evaluations, with the statistical test that the complete comparison
 * of these evaluations uses.
 *
 * @param key the evaluator's key; empty for the combined scores.
 */
export function compareScores(
  { baseline, candidate }: PerSide<ComparedScores>,
  { pairs }: { pairs: readonly PerSide<ScoredSample>[] },
  key: string,
): Steps<MetricFigures> {
  const places = { baseline: baseline.keys.indexOf(key), candidate: candidate.keys.indexOf(key) };
  const samples = { baseline: baseline.samples, candidate: candidate.samples };
  return comparePairs(samples, pairs, key === "" ? null : places);
}

/** The validated input of a comparison. */
export interface ComparisonSetup {
  conditions: PerSide<ReturnType<typeof conditionsOf>>;
  /** The keys of the evaluators to compare. */
  metrics: readonly string[];
  margin: number;
}

/**
 * Validates a comparison of two completed evaluations.
 *
 * @throws {ApiError} 422 if a requested metric is not an evaluator in both evaluations.
 */
export function comparisonSetup(body: CompareEvaluationsBody, sides: PerSide<ComparedSide>): ComparisonSetup {
  const conditions = { baseline: conditionsOf(sides.baseline), candidate: conditionsOf(sides.candidate) };
  const metrics = chosenMetrics(conditions, body.metrics);
  return { conditions, metrics, margin: body.equivalence_margin };
}

const keysOf = ({ evaluators }: ComparedConditions): string[] => evaluators.map(({ key }) => key);

/**
 * Compares two evaluations over the samples that both of them scored.
 *
 * @throws {ApiError} 422 if no sample was scored in both evaluations.
 */
export function* compareSamples(
  { conditions: { baseline, candidate }, metrics: keys, margin }: ComparisonSetup,
  samples: PerSide<readonly ScoredSample[]>,
): Steps<Comparison> {
  const pairing = pairSamples(samples, baseline.dataset === candidate.dataset);
  const compared = {
    baseline: { id: baseline.id, samples: samples.baseline, keys: keysOf(baseline) },
    candidate: { id: candidate.id, samples: samples.candidate, keys: keysOf(candidate) },
  };
  const { pairs, caseChanged } = pairing;
  const combined = yield* compareScores(compared, pairing, "");
  if (combined.n_paired === 0) throw notComparable(baseline.id, candidate.id, caseChanged);
  const metrics: { key: string; figures: MetricFigures }[] = [];
  for (const key of keys) metrics.push({ key, figures: yield* compareScores(compared, pairing, key) });
  const effective = effectiveMeans(pairs);
  const sides = {
    baseline: { ...baseline, effectiveScore: effective.baseline },
    candidate: { ...candidate, effectiveScore: effective.candidate },
  };
  return concludeComparison({ sides, combined, metrics, caseChanged, margin });
}
