import { limits } from "@assay/contract/platform/limits";
import { compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { metricsPeriod } from "@assay/contract/evaluation/scores/score-rules";
import { notFound } from "@assay/contract/platform/refusals";
import {
  histogramOf,
  lastDays,
  pairSamples,
  periodBefore,
  projectFigures,
  type Regression,
  regressionsOf,
  scoreBucket,
  type ScoreDrop,
  scoreDrops,
  trendFigures,
  trendPeriodDays,
} from "@assay/contract/domain";
import { refuseBlindEvaluations } from "../evaluations/blind-evaluations.ts";
import { getEvaluation } from "../evaluations/find-evaluation.ts";
import { refuseBlind } from "../../workspace/blind-review.ts";
import { instant } from "../../platform/http/paging.ts";
import { findProject, reaches } from "../../workspace/reach.ts";
import { getDataset } from "../datasets/find-dataset.ts";
import {
  checkEvaluator,
  type CompletedEvaluation,
  completedEvaluations,
  completedOr409,
  keysOf,
  type Rollup,
  rollupOf,
  scoreSums,
  trendPoints,
} from "./rollup.ts";
import { sampleScores } from "./sample-scores.ts";
import type { analyzeThresholds } from "../thresholds/thresholds.ts";
import { present } from "../samples/versions.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

/** Refuses a project whose figures the caller may not see. @throws {ApiError} 404; 403 for the blind. */
function checkProject(call: EvaluationCall, id: string): void {
  if (!findProject(call.caller, id)) throw notFound("project", id);
  refuseBlind(call.caller, { projectId: id });
}

const passRate = ({ passed, coverage }: Rollup): number | null =>
  coverage.scored === 0 ? null : (100 * passed) / coverage.scored;

function breakdownOf(evaluation: CompletedEvaluation) {
  return Object.fromEntries(
    evaluation.keys.map((key, place) => {
      const rollup = rollupOf(evaluation, key);
      const { mean, median, std_dev, min, max, coverage } = rollup;
      const weight = evaluation.row.evaluators[place]?.weight ?? 1;
      return [key, { mean, median, std_dev, min, max, pass_rate: passRate(rollup), weight, coverage }];
    }),
  );
}

function bucketsOf({ scores }: Rollup) {
  const counts = Array.from({ length: 10 }, () => 0);
  for (const score of scores) counts[scoreBucket(score)] = (counts[scoreBucket(score)] ?? 0) + 1;
  return histogramOf(counts);
}

function evaluationScores(evaluation: CompletedEvaluation, query: Query<"evaluation">) {
  const rollup = rollupOf(evaluation, "");
  return {
    object: "evaluation_scores" as const,
    evaluation_id: evaluation.row.id,
    aggregate: evaluation.results.aggregate,
    weighted_aggregate: rollup.mean,
    sample_count: rollup.n,
    pass_rate: evaluation.results.pass_rate,
    coverage: rollup.coverage,
    ...(query.include_breakdown && { breakdown: breakdownOf(evaluation) }),
    ...(query.include_distribution && { distribution: { buckets: bucketsOf(rollup) } }),
  };
}

type Query<Name extends keyof EvaluationHandlers<"scores">> = Parameters<
  EvaluationHandlers<"scores">[Name]
>[0]["query"];

function metrics(call: EvaluationCall, project: string, query: Query<"metrics">) {
  const period = metricsPeriod(query, call.clock.now());
  checkProject(call, project);
  const evaluations = completedEvaluations(call.caller, call, (row) => row.project === project);
  const { evaluator = null, granularity } = query;
  const sums = scoreSums(evaluations, { current: period, previous: periodBefore(period), evaluator });
  return {
    object: "project_metrics" as const,
    project_id: project,
    evaluator,
    granularity,
    period: { start: instant(period.start), end: instant(period.end) },
    ...projectFigures(sums, evaluator ?? "", granularity),
  };
}

function testOf({ caller }: EvaluationCall, { before, after }: ScoreDrop, key: string) {
  const sideOf = (id: string) => {
    const row = getEvaluation(caller, id);
    return { id, samples: scoredSamples(row), keys: keysOf(row) };
  };
  const sides = { baseline: sideOf(before.evaluation), candidate: sideOf(after.evaluation) };
  const samples = { baseline: sides.baseline.samples, candidate: sides.candidate.samples };
  return compareScores(sides, pairSamples(samples, true), key);
}

function trends(call: EvaluationCall, query: Query<"trends">) {
  const { project, dataset, model, period, evaluator = null, include_regression_analysis: include } = query;
  checkProject(call, project);
  const { start, end } = lastDays(trendPeriodDays[period], call.clock.now());
  if (dataset !== undefined) getDataset(call.caller, dataset);
  if (model !== undefined && !call.caller.workspace.models.has(model)) throw notFound("model", model);
  const evaluations = completedEvaluations(
    call.caller,
    call,
    (row) =>
      row.project === project &&
      (dataset === undefined || row.dataset === dataset) &&
      (model === undefined || row.model === model),
  );
  const key = evaluator ?? "";
  const all = trendPoints(evaluations, key).filter(({ at }) => at < end);
  const points = all.filter(({ at }) => at >= start);
  const regressions = (): Regression[] =>
    regressionsOf(
      scoreDrops(all, start).map((drop) => ({ drop, test: testOf(call, drop, key) })),
      points,
    );
  return {
    object: "score_trends" as const,
    project_id: project,
    evaluator,
    period,
    slope_unit: "percent_per_week" as const,
    ...trendFigures(points),
    ...(include !== false && { regressions: regressions().slice(-limits.regressionsListed) }),
  };
}

/** What the routes of scores need of thresholds. */
export interface ScoreParts {
  analyzeThresholds: typeof analyzeThresholds;
}

/** The routes of scores. */
export const scoreHandlers = (parts: ScoreParts): EvaluationHandlers<"scores"> => ({
  sample: ({ params, query }, call) => {
    const { evaluation: id, evaluator } = query;
    const found = [...call.caller.workspace.datasets.values()].some(
      ({ project, samples }) =>
        reaches(call.caller, project) && present(samples.get(params.sample_id)) !== undefined,
    );
    if (!found) throw notFound("sample", params.sample_id);
    const evaluation = id === undefined ? undefined : completedOr409(getEvaluation(call.caller, id), call);
    if (evaluation) checkEvaluator(evaluation, evaluator);
    refuseBlind(call.caller, { sampleIds: [params.sample_id] });
    const evaluations = evaluation ? [evaluation] : completedEvaluations(call.caller, call, () => true);
    return { status: 200, body: sampleScores(call, params.sample_id, { evaluations, evaluator }) };
  },
  evaluation: ({ params, query }, call) => {
    const evaluation = completedOr409(getEvaluation(call.caller, params.evaluation_id), call);
    refuseBlindEvaluations(call, [evaluation.row.id]);
    return { status: 200, body: evaluationScores(evaluation, query) };
  },
  metrics: ({ params, query }, call) => ({ status: 200, body: metrics(call, params.project_id, query) }),
  trends: ({ query }, call) => ({ status: 200, body: trends(call, query) }),
  thresholdAnalysis: ({ body }, call) =>
    call.commit(() => ({ status: 200, body: parts.analyzeThresholds(call, body) })),
});
