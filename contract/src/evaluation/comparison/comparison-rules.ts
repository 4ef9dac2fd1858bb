// Rules for comparisons: which evaluations and metrics are compared, and what the verdict is.
import {
  compareCommonScores,
  type ComparedConditions,
  type Comparison,
  type MetricFigures,
  type PerSide,
  pairSamples,
  readScores,
  type ScoredSample,
  sharedMetrics,
  type Steps,
} from "../../domain/index.ts";
import type { EvaluationSetup } from "../evaluations/evaluation-record.ts";
import { keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import type { ComparisonSetup, SideConditions } from "./comparison-figures.ts";
import { checkComparisonSize } from "./comparison-size.ts";
import type { CompareCandidatesBody, CompareEvaluationsBody } from "./evaluation-comparison.ts";
import {
  candidatesRepeated,
  evaluationNotCompleted,
  evaluationsNotTwo,
  metricNotShared,
} from "./comparison-refusals.ts";

/** An evaluation's id with its path in the request body. */
export interface NamedEvaluation {
  id: string;
  path: string;
}

/**
 * Returns the ids of the two evaluations to compare. The baseline is the evaluation in `baseline`, or else
 * the first evaluation in `evaluations`.
 *
 * @throws {ApiError} 400 if an evaluation is listed twice, or if `evaluations` and `baseline` together do not
 *   contain exactly two evaluations.
 */
export function comparedIds({
  evaluations,
  baseline: named,
}: CompareEvaluationsBody): PerSide<NamedEvaluation> {
  const different = [...new Set([...evaluations, ...(named === undefined ? [] : [named])])];
  const repeated = new Set(evaluations).size < evaluations.length;
  const baseline = named ?? evaluations[0];
  const candidate = different.find((id) => id !== baseline);
  if (repeated || different.length !== 2 || baseline === undefined || candidate === undefined)
    throw evaluationsNotTwo(different, repeated);
  return { baseline: placed(baseline, evaluations), candidate: placed(candidate, evaluations) };
}

/**
 * Returns the ids of a baseline and its candidates, with their paths in the request body.
 *
 * @throws {ApiError} 400 if an evaluation is named twice.
 */
export function candidateIds({ baseline, candidates }: CompareCandidatesBody) {
  const before = new Set([baseline]);
  const repeated = candidates.flatMap((id, index) => {
    const isRepeated = before.has(id);
    before.add(id);
    return isRepeated ? [{ id, index }] : [];
  });
  if (repeated.length > 0) throw candidatesRepeated(repeated);
  return {
    baseline: { id: baseline, path: "/baseline" },
    candidates: candidates.map((id, index) => ({ id, path: `/candidates/${index}` })),
  };
}

function placed(id: string, evaluations: readonly string[]): NamedEvaluation {
  const index = evaluations.indexOf(id);
  return { id, path: index === -1 ? "/baseline" : `/evaluations/${index}` };
}

/**
 * Returns the requested metrics, in the baseline's order; undefined if the request names none.
 *
 * @throws {ApiError} 422 if a requested metric is not an evaluator in all of the evaluations.
 */
function chosenMetrics(sides: readonly ComparedConditions[], requested: readonly string[] | undefined) {
  if (requested === undefined) return undefined;
  const [first, ...others] = sides.map(({ evaluators }) => evaluators.map(({ key }) => key));
  const shared = (first ?? []).filter((key) => others.every((keys) => keys.includes(key)));
  const unknown = requested.filter((metric) => !shared.includes(metric));
  if (unknown.length > 0) throw metricNotShared(requested, unknown, shared);
  return shared.filter((key) => requested.includes(key));
}

/** One side of a comparison. */
export type ComparedSide = Pick<
  EvaluationSetup,
  "id" | "name" | "dataset" | "evaluators" | "resolved" | "runs" | "total"
> & {
  status: string;
  results: { missing_output: number } | null;
  /** Number of samples with an errored result. */
  failed: number;
};

/** Refuses to compare evaluations that have not completed. @throws {ApiError} 409 if one has not. */
export function checkCompleted(sides: readonly { id: string; status: string }[]): void {
  for (const { id, status } of sides) if (status !== "completed") throw evaluationNotCompleted(id, status);
}

const conditionsOf = ({
  id,
  name,
  dataset,
  evaluators,
  resolved,
  runs,
  failed,
  results,
}: ComparedSide): SideConditions => ({
  id,
  name,
  dataset,
  evaluators: keyEvaluators(evaluators, resolved).map(({ key, weight, bound: { type, config } }) => ({
    key,
    weight,
    type,
    config,
  })),
  runs,
  errored: failed,
  missingOutput: results?.missing_output ?? 0,
});

/**
 * Validates a comparison of completed evaluations.
 *
 * @param sides the baseline, then each candidate.
 * @throws {ApiError} 422 if a requested metric is not an evaluator in all of the evaluations, or if the
 *   comparison is too large.
 */
export function comparisonSetup(
  body: Pick<CompareEvaluationsBody, "metrics" | "equivalence_margin">,
  sides: { baseline: ComparedSide; candidates: readonly ComparedSide[] },
): ComparisonSetup {
  checkComparisonSize(sides.baseline, sides.candidates);
  const baseline = conditionsOf(sides.baseline);
  const candidates = sides.candidates.map(conditionsOf);
  const metrics = chosenMetrics([baseline, ...candidates], body.metrics);
  return {
    baseline,
    candidates: candidates.map((side) => ({
      side,
      metrics: metrics ?? sharedMetrics({ baseline, candidate: side }),
    })),
    margin: body.equivalence_margin,
  };
}

/** The scores on one side of a comparison. */
interface ComparedScores {
  samples: readonly ScoredSample[];
  /** The evaluator keys. The scores of a sample have the same order. */
  keys: readonly string[];
}

/**
 * Compares one evaluator's scores in two evaluations of one dataset, with the statistical test that the complete
 * comparison of these evaluations uses.
 *
 * @param key the evaluator's key; empty for the combined scores.
 */
export function* compareScores(
  { baseline, candidate }: PerSide<ComparedScores>,
  key: string,
): Steps<MetricFigures> {
  const places = { baseline: baseline.keys.indexOf(key), candidate: candidate.keys.indexOf(key) };
  const samples = { baseline: baseline.samples, candidate: candidate.samples };
  const { pairs } = yield* pairSamples(samples, true);
  const read = readScores(key === "" ? null : places);
  const [figures] = yield* compareCommonScores([{ samples, pairs, read }]);
  if (!figures) throw new Error("Scores of one candidate have one result.");
  return figures;
}

/** Returns comparisons of candidates with one baseline in wire form, ranked by their change. */
export function comparisonSetToWire(baseline: string, candidates: Comparison[]) {
  const ranked = candidates.toSorted((one, other) => (other.change ?? 0) - (one.change ?? 0));
  return {
    object: "comparison_set" as const,
    baseline,
    candidates,
    family_size: candidates.filter(({ p_value: p }) => p !== null).length,
    ranking: ranked.map(({ candidate, change, ci95, verdict }) => ({
      evaluation: candidate.id,
      change,
      ci95,
      verdict,
    })),
  };
}
