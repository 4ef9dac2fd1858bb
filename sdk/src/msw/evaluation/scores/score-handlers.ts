import { compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { evaluatorPosition } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import {
  groupedSamples,
  groupingOf,
  scoreGroupsToWire,
} from "@assay/contract/evaluation/scores/score-group-rules";
import {
  rollupsOf,
  sampleScoreRecords,
  type ScoredEvaluation,
  scoreSums,
  trendPoints,
} from "@assay/contract/evaluation/scores/score-rollups";
import { metricsPeriod, trendReach } from "@assay/contract/evaluation/scores/score-periods";
import {
  evaluationScoresToWire,
  metricsToWire,
  sampleScoresToWire,
  trendsToWire,
} from "@assay/contract/evaluation/scores/score-wire";
import type { MetricsQuery } from "@assay/contract/evaluation/scores/project-metrics";
import type { TrendsQuery } from "@assay/contract/evaluation/scores/score-trends";
import { notFound } from "@assay/contract/platform/refusals";
import {
  finish,
  keysOfEvaluators,
  pairSamples,
  periodBefore,
  projectFigures,
  regressionsOf,
  type ScoreDrop,
  scoreDrops,
  trendFigures,
} from "@assay/contract/domain";
import { hasValues } from "@assay/contract/platform/paging/sorted-page";
import { getEvaluation, refuseBlindEvaluations } from "../evaluations/evaluation-access.ts";
import { evaluatedAt } from "../evaluations/evaluation-run.ts";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findProject } from "../../workspace/reach.ts";
import { getDataset, presentRow } from "../datasets/dataset-versions.ts";
import { requireScored, scoredEvaluations } from "./rollup.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

type SampleQuery = Parameters<EvaluationHandlers<"scores">["sample"]>[0]["query"];

/**
 * Requires access to a project's figures. @throws {ApiError} 404 if not accessible; 403 for blind reviewers.
 */
function checkProject(call: EvaluationCall, id: string): void {
  if (!findProject(call.caller, id)) throw notFound("project", id);
  refuseBlind(call.caller, { projectId: id });
}

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

function testOf({ caller }: EvaluationCall, { before, after }: ScoreDrop, key: string) {
  const sideOf = (id: string) => {
    const row = getEvaluation(caller, id);
    return { id, samples: scoredSamples(row), keys: keysOfEvaluators(row.evaluators) };
  };
  const sides = { baseline: sideOf(before.evaluation), candidate: sideOf(after.evaluation) };
  const samples = { baseline: sides.baseline.samples, candidate: sides.candidate.samples };
  return finish(compareScores(sides, pairSamples(samples, true), key));
}

function trends(call: EvaluationCall, query: TrendsQuery) {
  const { project, dataset, model, evaluator: key = "", time_zone: zone } = query;
  const reach = trendReach(query, call.clock.now());
  const { start, end } = reach.period;
  checkProject(call, project);
  if (dataset !== undefined) getDataset(call.caller, dataset);
  if (model !== undefined && !call.caller.workspace.models.has(model)) throw notFound("model", model);
  const evaluations = scoredEvaluations(call.caller, call, (row) =>
    hasValues(row, { project, dataset, model }),
  );
  const all = trendPoints(evaluations, key).filter(({ at }) => at < end);
  const points = all.filter(({ at }) => at >= start);
  const figures = trendFigures(points, zone);
  if (query.include_regression_analysis === false) return trendsToWire(query, reach, figures, undefined);
  const tested = scoreDrops(all, start).map((drop) => ({ drop, test: testOf(call, drop, key) }));
  return trendsToWire(query, reach, figures, regressionsOf(tested, points, zone));
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
  const found = [...caller.workspace.datasets.values()].some(
    ({ project, samples }) => reaches(caller, project) && presentRow(samples.get(sample)) !== undefined,
  );
  if (!found) throw notFound("sample", sample);
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
      ? { ...scores, groups: scoreGroupsToWire(evaluation, grouping, groupedSamples(row, grouping)) }
      : scores;
  },
  metrics: ({ params, query }, call) => metrics(call, params.project_id, query),
  trends: ({ query }, call) => trends(call, query),
};
