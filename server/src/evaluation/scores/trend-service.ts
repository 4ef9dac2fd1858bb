import { trendReach } from "@assay/contract/evaluation/scores/score-periods";
import type { TrendsQuery } from "@assay/contract/evaluation/trends/score-trends";
import {
  keysInTrend,
  requestedPoints,
  type Trend,
  type TrendIdentities,
  trendSettings,
} from "@assay/contract/evaluation/trends/trend-wire";
import { notFound } from "@assay/contract/platform/refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import {
  dropsIn,
  regressionsOf,
  type ScoreLook,
  trendFigures,
  type TrendPoint,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import { requesterOf } from "../../platform/threads/thread-tasks.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import type { ComparisonCall, ComparisonDeps } from "../comparison/compare-service.ts";
import { getDataset } from "../datasets/dataset-service.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { findModel } from "../models/model-queries.ts";
import type { TestedPair } from "./paired-test-queries.ts";
import { pairedTests } from "./paired-tests.ts";
import { getShown } from "./score-service.ts";
import { listNames, listPoints, listPointsBefore, type TrendFilter } from "./trend-queries.ts";

/** Returns the UUID of the model that a trend is filtered by. @throws {ApiError} 404 if it does not exist. */
async function modelIdOf(db: Knex, { workspaceId }: Reach, publicId: string): Promise<string> {
  const id = parseId("model", publicId);
  if (!id || !(await findModel(db, workspaceId, id))) throw notFound("model", publicId);
  return id;
}

/**
 * Returns the trend of a project, in which evaluations and datasets are identified by their UUIDs.
 *
 * @throws {ApiError} 400 if the period is invalid; 404 if the caller cannot access the project, dataset or
 * model; 403 while the caller still has to review one of the project's samples blind; 429 and 503 if too many
 * computations wait.
 */
export async function trendsOf(
  deps: ComparisonDeps,
  call: ComparisonCall,
  { query, now }: { query: TrendsQuery; now: Date },
): Promise<Trend> {
  const { caller } = call;
  const db = deps.database.knex;
  const reach = trendReach(query, now.getTime());
  const projectId = await getShown(db, caller, query.project);
  const { evaluator = "", dataset, model, time_zone: zone } = query;
  const filter: TrendFilter = {
    workspaceId: caller.workspaceId,
    projectId,
    evaluator,
    datasetId:
      dataset === undefined ? undefined : uuidOf("dataset", (await getDataset(db, caller, dataset)).id),
    modelId: model === undefined ? undefined : await modelIdOf(db, caller, model),
  };
  const all = await listPoints(db, filter, reach.period);
  const figures = trendFigures(all, trendSettings(query));
  if (query.include_regression_analysis === false) return { reach, figures };
  const points = requestedPoints(all, query);
  const { start } = reach.period;
  const { looks, drops } = await findDrops(db, filter, { points, start });
  const tests = await pairedTests(deps, requesterOf(call), testedPairs(drops, evaluator));
  const byCandidate = new Map(tests.map((test) => [test.candidate_id, test]));
  const tested = drops.flatMap((drop) => {
    const test = byCandidate.get(drop.after.evaluation);
    return test ? [{ drop, test }] : [];
  });
  return { reach, figures, regressions: regressionsOf({ looks, drops: tested }, points, zone) };
}

/** Finds the drops of scores. The first points in a period are compared with the last points before the period. */
async function findDrops(
  db: Knex,
  filter: TrendFilter,
  { points, start }: { points: readonly TrendPoint[]; start: number },
) {
  const series = [...new Set(points.map((point) => point.series))];
  return dropsIn(points, await listPointsBefore(db, filter, { start, series }));
}

const testedPairs = (drops: readonly ScoreLook[], evaluator: string): TestedPair[] =>
  drops.map(({ before, after }) => ({
    baseline_id: before.evaluation,
    candidate_id: after.evaluation,
    evaluator,
  }));

/** Returns the public ids and the names of the evaluations and datasets in a trend. */
export async function trendIdentities(db: Knex, workspaceId: string, trend: Trend): Promise<TrendIdentities> {
  const keys = keysInTrend(trend);
  const names = {
    evaluations: await listNames(db, workspaceId, { table: "evaluations", ids: keys.evaluations }),
    datasets: await listNames(db, workspaceId, { table: "datasets", ids: keys.datasets }),
  };
  return {
    evaluation: (id) => ({ id: formatId("evaluation", id), name: names.evaluations.get(id) ?? "" }),
    dataset: (id) => ({ id: formatId("dataset", id), name: names.datasets.get(id) ?? "" }),
  };
}
