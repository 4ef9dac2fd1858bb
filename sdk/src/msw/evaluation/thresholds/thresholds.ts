import { checkThresholdKeys } from "@assay/contract/evaluation/scores/score-rules";
import { evaluationInOtherProject, nothingCompleted } from "@assay/contract/evaluation/scores/score-refusals";
import type { ThresholdAnalysisBody } from "@assay/contract/evaluation/thresholds/threshold-analysis";
import {
  analyseThresholds,
  type LowSample,
  rankCounts,
  recommendationsOf,
  type ThresholdResult,
  worstSamplesNamed,
  worstStatus,
} from "@assay/contract/domain";
import { refuseBlind } from "../../workspace/blind-review.ts";
import { requireEvaluation } from "../evaluations/find-evaluation.ts";
import { effectiveOutcome } from "../evaluations/evaluation-run.ts";
import { referredProject } from "../../workspace/reach.ts";
import {
  type CompletedEvaluation,
  completedEvaluations,
  completedOr409,
  rollupOf,
} from "../scores/rollup.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

const byCompletion = (one: CompletedEvaluation, other: CompletedEvaluation): number =>
  one.completedAt - other.completedAt || (one.row.id < other.row.id ? -1 : 1);

/** The evaluation to analyse. @throws {ApiError} as the server does. */
function analysedOf(
  call: EvaluationCall,
  body: ThresholdAnalysisBody,
  completed: readonly CompletedEvaluation[],
): CompletedEvaluation {
  const { project, evaluation: id } = body;
  if (id === undefined) {
    const last = completed.at(-1);
    if (!last) throw nothingCompleted(project);
    return last;
  }
  const row = requireEvaluation(call.caller, id, "/evaluation");
  if (row.project !== project) throw evaluationInOtherProject(id, row.project);
  return completedOr409(row, call);
}

function worstOf({ row, keys }: CompletedEvaluation, key: string, below: number): LowSample[] {
  const place = keys.indexOf(key);
  const scored = row.judged.flatMap((judged): LowSample[] => {
    const { sample } = judged;
    const outcome = effectiveOutcome(row, judged, place);
    if (outcome?.status !== "scored" || outcome.score >= below) return [];
    return [{ sample: sample.id, external_id: sample.externalId, score: outcome.score }];
  });
  return scored
    .sort((one, other) => one.score - other.score || (one.sample < other.sample ? -1 : 1))
    .slice(0, worstSamplesNamed);
}

/** Holds an evaluation against thresholds as the server does, by the domain's rules. @throws {ApiError} as the server does. */
export function analyzeThresholds(call: EvaluationCall, body: ThresholdAnalysisBody) {
  const project = referredProject(call.caller, body.project, "/project").id;
  const completed = completedEvaluations(call.caller, call, (row) => row.project === project).sort(
    byCompletion,
  );
  const analysed = analysedOf(call, body, completed);
  checkThresholdKeys(body, analysed.keys);
  refuseBlind(call.caller, { projectId: project });
  const earlier = completed.filter((other) => byCompletion(other, analysed) < 0);
  const results: Record<string, ThresholdResult & { worst_samples: LowSample[] }> = {};
  for (const [key, thresholds] of Object.entries(body.thresholds)) {
    const { mean, std_dev, coverage } = rollupOf(analysed, key);
    const means = earlier.flatMap((other) =>
      other.keys.includes(key) ? (rollupOf(other, key).mean ?? []) : [],
    );
    const ranks = rankCounts(mean === null ? [] : means, mean ?? 0);
    const figures = { mean, std_dev, scored: coverage.scored, total: coverage.total, earlier: ranks };
    const worst_samples = worstOf(analysed, key, thresholds.target);
    results[key] = { ...analyseThresholds(figures, thresholds), worst_samples };
  }
  return {
    object: "threshold_analysis" as const,
    project_id: project,
    evaluation_id: analysed.row.id,
    results,
    overall_status: worstStatus(Object.values(results).map(({ status }) => status)),
    recommendations: recommendationsOf(results),
  };
}
