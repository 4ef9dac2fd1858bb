import { compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import { scoredSamples } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import { trendReach } from "@assay/contract/evaluation/scores/score-periods";
import { trendPoints } from "@assay/contract/evaluation/scores/score-rollups";
import type { TrendsQuery } from "@assay/contract/evaluation/trends/score-trends";
import {
  requestedPoints,
  type Trend,
  trendSettings,
  trendsToWire,
} from "@assay/contract/evaluation/trends/trend-wire";
import { existing } from "@assay/contract/platform/requests/existing";
import {
  dropsIn,
  finish,
  keysOfEvaluators,
  type Regressions,
  regressionsOf,
  type ScoreLook,
  trendFigures,
  type TrendPoint,
} from "@assay/contract/domain";
import { hasValues } from "@assay/contract/platform/paging/sorted-page";
import { getEvaluation } from "../evaluations/evaluation-access.ts";
import { getDataset } from "../datasets/dataset-versions.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";
import { checkProject } from "./project-access.ts";
import { scoredEvaluations } from "./rollup.ts";

function testOf({ caller }: EvaluationCall, { before, after }: ScoreLook, key: string) {
  const sideOf = (id: string) => {
    const row = getEvaluation(caller, id);
    return { id, samples: scoredSamples(row), keys: keysOfEvaluators(row.evaluators) };
  };
  const sides = { baseline: sideOf(before.evaluation), candidate: sideOf(after.evaluation) };
  return finish(compareScores(sides, key));
}

function testDrops(
  call: EvaluationCall,
  query: TrendsQuery,
  { before, inPeriod }: { before: readonly TrendPoint[]; inPeriod: readonly TrendPoint[] },
): Regressions {
  const { evaluator: key = "", time_zone: zone } = query;
  const points = requestedPoints(inPeriod, query);
  const { looks, drops } = dropsIn(points, before);
  const tested = drops.map((drop) => ({ drop, test: testOf(call, drop, key) }));
  return regressionsOf({ looks, drops: tested }, points, zone);
}

/**
 * Returns the trend of a project in its form in responses.
 *
 * @throws {ApiError} 400 if the period is invalid; 404 if the caller cannot access the project, dataset or
 * model; 403 for blind reviewers.
 */
export function trends(call: EvaluationCall, query: TrendsQuery) {
  const { project, dataset, model, evaluator: key = "" } = query;
  const reach = trendReach(query, call.clock.now());
  const { start, end } = reach.period;
  checkProject(call, project);
  if (dataset !== undefined) getDataset(call.caller, dataset);
  if (model !== undefined) existing(call.caller.workspace.models.get(model), "model", model);
  const evaluations = scoredEvaluations(call.caller, call, (row) =>
    hasValues(row, { project, dataset, model }),
  );
  const points = trendPoints(evaluations, key);
  const inPeriod = points.filter(({ at }) => at >= start && at < end);
  const figures = trendFigures(inPeriod, trendSettings(query));
  const before = points.filter(({ at }) => at < start);
  const trend: Trend =
    query.include_regression_analysis === false
      ? { reach, figures }
      : { reach, figures, regressions: testDrops(call, query, { before, inPeriod }) };
  const { evaluations: allEvaluations, datasets } = call.caller.workspace;
  return trendsToWire(query, trend, {
    evaluation: (id) => ({ id, name: allEvaluations.get(id)?.name ?? "" }),
    dataset: (id) => ({ id, name: datasets.get(id)?.name ?? "" }),
  });
}
