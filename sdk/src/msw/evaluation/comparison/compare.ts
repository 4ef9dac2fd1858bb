import {
  checkCompleted,
  comparedIds,
  compareSamples,
  comparisonSetup,
} from "@assay/contract/evaluation/comparison/comparison-rules";
import type { CompareEvaluationsBody } from "@assay/contract/evaluation/comparison/evaluation-comparison";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { type Comparison, finish } from "@assay/contract/domain";
import { refuseBlindEvaluations, requireEvaluation } from "../evaluations/evaluation-access.ts";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/**
 * Compares two evaluations.
 *
 * @throws {ApiError} for refusals by the comparison rules; 422 for an unknown evaluation; 403 for blind
 * reviewers.
 */
function compareEvaluations(call: EvaluationCall, body: CompareEvaluationsBody): Comparison {
  const ids = comparedIds(body);
  const find = ({ id, path }: { id: string; path: string }) => requireEvaluation(call.caller, id, path);
  const rows = { baseline: find(ids.baseline), candidate: find(ids.candidate) };
  const sides = {
    baseline: evaluationRecord(rows.baseline, call),
    candidate: evaluationRecord(rows.candidate, call),
  };
  checkCompleted(sides);
  refuseBlindEvaluations(call, [sides.baseline.id, sides.candidate.id]);
  const samples = { baseline: scoredSamples(rows.baseline), candidate: scoredSamples(rows.candidate) };
  return finish(compareSamples(comparisonSetup(body, sides), samples));
}

export const comparisonHandlers: Pick<EvaluationHandlers<"evaluations">, "compare"> = {
  compare: ({ body }, call) => call.commit(() => compareEvaluations(call, body)),
};
