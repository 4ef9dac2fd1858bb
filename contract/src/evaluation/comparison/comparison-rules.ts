// Rules of a comparison that the server and the mock share beyond its schema.
import { type ComparedConditions, type PerSide, sharedMetrics } from "../../domain/index.ts";
import type { CompareEvaluationsBody } from "./evaluation-comparison.ts";
import { evaluationsNotTwo, metricNotShared } from "./comparison-refusals.ts";

/** Which evaluation is which, and where the body names it. */
export type ComparedIds = PerSide<{ id: string; path: string }>;

/**
 * The two evaluations of a comparison: the baseline is the one named so, else the first.
 *
 * @throws {ApiError} 400 when one is listed twice, or `evaluations` and `baseline` together are not two.
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
 * The metrics to compare, in the baseline's order: all that both evaluations have, or those of them asked for.
 *
 * @throws {ApiError} 422 when one asked for is no evaluator of both.
 */
export function chosenMetrics(sides: PerSide<ComparedConditions>, asked: readonly string[] | undefined) {
  const shared = sharedMetrics(sides);
  if (asked === undefined) return shared;
  const unknown = asked.filter((metric) => !shared.includes(metric));
  if (unknown.length > 0) throw metricNotShared(asked, unknown, shared);
  return shared.filter((key) => asked.includes(key));
}
