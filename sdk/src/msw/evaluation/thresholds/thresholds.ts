import { analyzedEvaluators } from "@assay/contract/evaluation/scores/analyzed-evaluators";
import { byCompletion } from "@assay/contract/evaluation/scores/score-rollups";
import { requireAnalyzed, thresholdAnalysis } from "@assay/contract/evaluation/scores/score-rules";
import type { ThresholdAnalysisBody } from "@assay/contract/evaluation/thresholds/threshold-analysis";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { evaluationRecord } from "../evaluations/evaluation-run.ts";
import { requireEvaluation } from "../evaluations/evaluation-access.ts";
import { requireProject } from "../../workspace/reach.ts";
import { requireScored, scoredEvaluations } from "../scores/rollup.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/**
 * Compares an evaluation with thresholds.
 *
 * @throws {ApiError} for refusals by the threshold rules; 422 for an unknown project or evaluation; 403 for
 * blind reviewers.
 */
function analyzeThresholds(call: EvaluationCall, body: ThresholdAnalysisBody) {
  const project = requireProject(call.caller, body.project, "/project").id;
  const all = scoredEvaluations(call.caller, call, (row) => row.project === project).sort(byCompletion);
  const row =
    body.evaluation === undefined
      ? call.caller.workspace.evaluations.get(all.at(-1)?.id ?? "")
      : requireEvaluation(call.caller, body.evaluation, "/evaluation");
  const analyzed = requireScored(requireAnalyzed(body, row && evaluationRecord(row, call)), call);
  refuseBlind(call.caller, { projectId: project });
  return thresholdAnalysis(body, analyzed, analyzedEvaluators(body.thresholds, analyzed, all));
}

export const thresholdHandlers: Pick<EvaluationHandlers<"scores">, "thresholdAnalysis"> = {
  thresholdAnalysis: ({ body }, call) => call.commit(() => analyzeThresholds(call, body)),
};
