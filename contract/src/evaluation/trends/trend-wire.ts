// Converts trends to their form in responses. Server and mock share this conversion.
import {
  coveredPoints,
  falseAlarmBound,
  type Regression,
  type Regressions,
  type TrendFigures,
  type TrendPoint,
  type TrendSettings,
} from "../../domain/index.ts";
import { limits } from "../../platform/limits.ts";
import type { TrendReach } from "../scores/score-periods.ts";
import type { TrendsQuery } from "./score-trends.ts";

/** A trend in which evaluations and datasets are identified by the keys of the points. */
export interface Trend {
  reach: TrendReach;
  figures: TrendFigures;
  /** Absent if they were not requested. */
  regressions?: Regressions;
}

/** The id of an object in responses, and its name. */
export interface Identity {
  id: string;
  name: string;
}

/** Functions that identify the evaluation or dataset with a key. */
export interface TrendIdentities {
  evaluation: (key: string) => Identity;
  dataset: (key: string) => Identity;
}

/** Returns how the requested trend is computed. */
export const trendSettings = ({ time_zone, pooled, stable_margin }: TrendsQuery): TrendSettings => ({
  zone: time_zone,
  pooled: pooled ?? false,
  margin: stable_margin,
});

/** Returns the points whose regressions belong to the requested trend, earliest first. */
export const requestedPoints = (points: readonly TrendPoint[], { pooled }: TrendsQuery): TrendPoint[] =>
  coveredPoints(points, pooled ?? false);

const listedSeries = ({ figures }: Trend) => figures.series.slice(0, limits.seriesListed);
const listed = (all: readonly Regression[]) => all.slice(-limits.regressionsListed);

/** Returns the keys of the evaluations and datasets whose names the response contains. */
export function keysInTrend(trend: Trend): { evaluations: string[]; datasets: string[] } {
  const { regressions = [], suspected = [] } = trend.regressions ?? {};
  const drops = [...listed(regressions), ...listed(suspected)];
  return {
    evaluations: [...new Set(drops.flatMap(({ evaluation, baseline }) => [evaluation, baseline]))],
    datasets: [...new Set(listedSeries(trend).map(({ dataset }) => dataset))],
  };
}

function dropToWire(
  { date, evaluation, baseline, ...drop }: Regression,
  { evaluation: identify }: TrendIdentities,
) {
  const [after, before] = [identify(evaluation), identify(baseline)];
  return {
    date,
    evaluation: after.id,
    evaluation_name: after.name,
    baseline: before.id,
    baseline_name: before.name,
    ...drop,
  };
}

function regressionsToWire({ looks, regressions, suspected }: Regressions, identities: TrendIdentities) {
  const toWire = (all: readonly Regression[]) => listed(all).map((drop) => dropToWire(drop, identities));
  return {
    looks,
    false_alarm_bound: falseAlarmBound,
    regressions: toWire(regressions),
    suspected: toWire(suspected),
  };
}

/** Converts a project's trend to its form in responses, without regressions if they were not computed. */
export function trendsToWire(
  { project, evaluator, time_zone, pooled, stable_margin }: TrendsQuery,
  trend: Trend,
  identities: TrendIdentities,
) {
  const series = listedSeries(trend).map(({ dataset, latest_evaluation, ...own }) => {
    const { id, name } = identities.dataset(dataset);
    const latest = identities.evaluation(latest_evaluation).id;
    return { dataset: id, dataset_name: name, latest_evaluation: latest, ...own };
  });
  return {
    object: "score_trends" as const,
    project_id: project,
    evaluator: evaluator ?? null,
    period: trend.reach.shown,
    time_zone,
    pooled: pooled ?? false,
    stable_margin,
    slope_unit: "percent_per_week" as const,
    ...trend.figures,
    series,
    ...(trend.regressions && regressionsToWire(trend.regressions, identities)),
  };
}
