import {
  candidateIds,
  checkCompleted,
  comparedIds,
  comparisonSetToWire,
  comparisonSetup,
  type NamedEvaluation,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import { compareSamples, onlyComparison } from "@assay/contract/evaluation/comparison/comparison-figures";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { type Comparison, finish } from "@assay/contract/domain";
import { refuseBlindEvaluations, requireEvaluation } from "../evaluations/evaluation-access.ts";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/**
 * Compares evaluations with a baseline.
 *
 * @throws {ApiError} for refusals by the comparison rules; 422 for an unknown evaluation; 403 for blind
 * reviewers.
 */
function compare(
  call: EvaluationCall,
  body: Pick<CompareEvaluationsBody, "metrics" | "equivalence_margin">,
  ids: { baseline: NamedEvaluation; candidates: readonly NamedEvaluation[] },
): Comparison[] {
  const find = ({ id, path }: NamedEvaluation) => requireEvaluation(call.caller, id, path);
  const [baseline, candidates] = [find(ids.baseline), ids.candidates.map(find)];
  const records = candidates.map((row) => evaluationRecord(row, call));
  const sides = { baseline: evaluationRecord(baseline, call), candidates: records };
  checkCompleted([sides.baseline, ...records]);
  refuseBlindEvaluations(call, [baseline.id, ...candidates.map(({ id }) => id)]);
  const setup = comparisonSetup(body, sides);
  const samples = { baseline: scoredSamples(baseline), candidates: candidates.map(scoredSamples) };
  return finish(compareSamples(setup, samples));
}

export const comparisonHandlers: Pick<EvaluationHandlers<"evaluations">, "compare" | "compareCandidates"> = {
  compare: ({ body }, call) =>
    call.commit(() => {
      const { baseline, candidate } = comparedIds(body);
      return onlyComparison(compare(call, body, { baseline, candidates: [candidate] }));
    }),
  compareCandidates: ({ body }, call) =>
    call.commit(() => comparisonSetToWire(body.baseline, compare(call, body, candidateIds(body)))),
};
