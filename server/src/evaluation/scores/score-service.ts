import type { MetricsQuery } from "@assay/contract/evaluation/scores/project-metrics";
import { metricsPeriod, type TrendReach, trendReach } from "@assay/contract/evaluation/scores/score-periods";
import { checkScored } from "@assay/contract/evaluation/scores/score-rules";
import type { TrendsQuery } from "@assay/contract/evaluation/scores/score-trends";
import { notFound } from "@assay/contract/platform/refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import {
  daysOf,
  periodBefore,
  type Period,
  type ProjectFigures,
  projectFigures,
  type Regression,
  regressionsOf,
  scoreDrops,
  type TrendFigures,
  trendFigures,
  type TrendPoint,
  yearsServed,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { getReachable } from "../evaluations/evaluation-service.ts";
import { getDataset } from "../datasets/dataset-service.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { findModel } from "../models/model-queries.ts";
import { findProject } from "../../workspace/projects/project-queries.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-access.ts";
import { pairedTests } from "./paired-tests.ts";
import { sumScores } from "./rollup-queries.ts";
import { listPoints, listPointsBefore, type TrendFilter } from "./trend-queries.ts";

/** Returns a completed evaluation. @throws {ApiError} 404; 409 if the evaluation has not completed. */
export async function getScored(db: Knex, reach: Reach, publicId: string): Promise<EvaluationRow> {
  const evaluation = await getReachable(db, reach, publicId);
  checkScored({ id: publicId, status: evaluation.status });
  return evaluation;
}

/**
 * Returns the UUID of a project whose figures the caller is permitted to see.
 *
 * @throws {ApiError} 404 if the caller cannot access the project; 403 while the caller still has to review
 * one of its samples blind.
 */
async function getShown(db: Knex, caller: Reach & BlindCaller, publicId: string): Promise<string> {
  const id = parseId("project", publicId);
  if (!id || !(await findProject(db, caller, id))) throw notFound("project", publicId);
  await refuseBlind(db, caller, { projectId: id });
  return id;
}

/**
 * Returns the figures of a project for a period.
 *
 * @throws {ApiError} 400 if the period is invalid; 404; 403 while the caller still has to review one of the
 * project's samples blind.
 */
export async function metricsOf(
  db: Knex,
  caller: Reach & BlindCaller,
  { project: publicId, query, now }: { project: string; query: MetricsQuery; now: Date },
): Promise<{ period: Period; figures: ProjectFigures }> {
  const period = metricsPeriod(query, now.getTime());
  const projectId = await getShown(db, caller, publicId);
  const { evaluator = null, time_zone: zone } = query;
  const previous = periodBefore(period, zone);
  // No evaluation is dated before the year 1.
  const both = { start: Math.max(previous.start, yearsServed.start), end: period.end };
  const scope = { current: period, previous, parts: daysOf(both, zone), evaluator };
  const sums = await sumScores(db, { workspaceId: caller.workspaceId, projectId }, scope);
  return { period, figures: projectFigures(sums, evaluator ?? "", query.granularity) };
}

/** Returns the UUID of the model that a trend is filtered by. @throws {ApiError} 404 if it does not exist. */
async function modelIdOf(db: Knex, { workspaceId }: Reach, publicId: string): Promise<string> {
  const id = parseId("model", publicId);
  if (!id || !(await findModel(db, workspaceId, id))) throw notFound("model", publicId);
  return id;
}

/**
 * Returns the trend of a project, in which evaluations are identified by their UUIDs.
 *
 * @throws {ApiError} 400 if the period is invalid; 404 if the caller cannot access the project, dataset or
 * model; 403 while the caller still has to review one of the project's samples blind.
 */
export async function trendsOf(
  db: Knex,
  caller: Reach & BlindCaller,
  { query, now }: { query: TrendsQuery; now: Date },
): Promise<{ reach: TrendReach; figures: TrendFigures; regressions?: Regression[] }> {
  const reach = trendReach(query, now.getTime());
  const projectId = await getShown(db, caller, query.project);
  const { evaluator = "", dataset, model } = query;
  const filter: TrendFilter = {
    workspaceId: caller.workspaceId,
    projectId,
    evaluator,
    datasetId:
      dataset === undefined ? undefined : uuidOf("dataset", (await getDataset(db, caller, dataset)).id),
    modelId: model === undefined ? undefined : await modelIdOf(db, caller, model),
  };
  const points = await listPoints(db, filter, reach.period);
  const figures = trendFigures(points, query.time_zone);
  if (query.include_regression_analysis === false) return { reach, figures };
  const { start } = reach.period;
  return {
    reach,
    figures,
    regressions: await regressions(db, filter, { points, start, zone: query.time_zone }),
  };
}

/** Finds regressions. The first points in a period are compared with the last points before the period. */
async function regressions(
  db: Knex,
  filter: TrendFilter,
  { points, start, zone }: { points: readonly TrendPoint[]; start: number; zone: string },
): Promise<Regression[]> {
  const series = [...new Set(points.map((point) => point.series))];
  const before = await listPointsBefore(db, filter, { start, series });
  const drops = scoreDrops([...before, ...points], start);
  const { evaluator, workspaceId } = filter;
  const pairs = drops.map((drop) => ({
    baseline_id: drop.before.evaluation,
    candidate_id: drop.after.evaluation,
    evaluator,
  }));
  const tests = new Map((await pairedTests(db, workspaceId, pairs)).map((test) => [test.candidate_id, test]));
  const tested = drops.flatMap((drop) => {
    const test = tests.get(drop.after.evaluation);
    return test ? [{ drop, test }] : [];
  });
  return regressionsOf(tested, points, zone);
}

/** Maps a regression to its wire form, by replacing the UUIDs of evaluations with public ids. */
export const regressionToWire = (regression: Regression): Regression => ({
  ...regression,
  evaluation: formatId("evaluation", regression.evaluation),
  baseline: formatId("evaluation", regression.baseline),
});
