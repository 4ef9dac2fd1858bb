import { evaluatorPosition } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  groupedInMemory,
  groupingOf,
  scoreGroupsToWire,
} from "@assay/contract/evaluation/scores/score-group-rules";
import {
  rollupsOf,
  sampleScoreRecords,
  type ScoredEvaluation,
  scoreSums,
} from "@assay/contract/evaluation/scores/score-rollups";
import { metricsPeriod } from "@assay/contract/evaluation/scores/score-periods";
import {
  evaluationScoresToWire,
  metricsToWire,
  sampleScoresToWire,
} from "@assay/contract/evaluation/scores/score-wire";
import type { MetricsQuery } from "@assay/contract/evaluation/scores/project-metrics";
import { requireSample } from "@assay/contract/evaluation/samples/sample-rules";
import { periodBefore, projectFigures } from "@assay/contract/domain";
import { hasValues } from "@assay/contract/platform/paging/sorted-page";
import { getEvaluation, refuseBlindEvaluations } from "../evaluations/evaluation-access.ts";
import { evaluatedAt } from "../evaluations/evaluation-run.ts";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { findSample } from "../datasets/dataset-versions.ts";
import { checkProject } from "./project-access.ts";
import { requireScored, scoredEvaluations } from "./rollup.ts";
import { trends } from "./trends.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

type SampleQuery = Parameters<EvaluationHandlers<"scores">["sample"]>[0]["query"];

function metrics(call: EvaluationCall, project: string, query: MetricsQuery) {
  const period = metricsPeriod(query, call.clock.now());
  checkProject(call, project);
  const evaluations = scoredEvaluations(call.caller, call, (row) => row.project === project);
  const { evaluator = null, granularity, time_zone: zone } = query;
  const previous = periodBefore(period, zone);
  const sums = scoreSums(evaluations, { current: period, previous, evaluator, zone });
  return metricsToWire(project, query, {
    period,
    figures: projectFigures(sums, evaluator ?? "", granularity),
  });
}

const newestEvaluationFirst = (one: ScoredEvaluation, other: ScoredEvaluation): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

function recordsOf(call: EvaluationCall, sample: string, evaluations: readonly ScoredEvaluation[]) {
  const { workspace } = call.caller;
  return evaluations.toSorted(newestEvaluationFirst).flatMap((evaluation) => {
    const row = workspace.evaluations.get(evaluation.id);
    return row ? sampleScoreRecords(evaluation, sample, (place) => evaluatedAt(row, place, call)) : [];
  });
}

function sampleScores(call: EvaluationCall, sample: string, { evaluation: id, evaluator }: SampleQuery) {
  const { caller } = call;
  requireSample(findSample(caller, sample), sample);
  const evaluation = id === undefined ? undefined : requireScored(getEvaluation(caller, id), call);
  if (evaluation && evaluator !== undefined) evaluatorPosition(evaluation.evaluators, evaluator);
  refuseBlind(caller, { sampleIds: [sample] });
  const evaluations = evaluation ? [evaluation] : scoredEvaluations(caller, call, () => true);
  const records = recordsOf(call, sample, evaluations);
  return sampleScoresToWire(
    sample,
    records.filter((record) => hasValues(record, { evaluator })),
  );
}

export const scoreHandlers: Omit<EvaluationHandlers<"scores">, "thresholdAnalysis"> = {
  sample: ({ params, query }, call) => sampleScores(call, params.sample_id, query),
  evaluation: ({ params, query }, call) => {
    const row = getEvaluation(call.caller, params.evaluation_id);
    const evaluation = requireScored(row, call);
    refuseBlindEvaluations(call, [evaluation.id]);
    const scores = evaluationScoresToWire(evaluation, rollupsOf(evaluation), query);
    const grouping = groupingOf(evaluation, query);
    return grouping
      ? { ...scores, groups: scoreGroupsToWire(evaluation, grouping, groupedInMemory(row, grouping)) }
      : scores;
  },
  metrics: ({ params, query }, call) => metrics(call, params.project_id, query),
  trends: ({ query }, call) => trends(call, query),
};
