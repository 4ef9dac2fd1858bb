import type { MetricsQuery } from "@assay/contract/evaluation/scores/project-metrics";
import { metricsPeriod } from "@assay/contract/evaluation/scores/score-periods";
import { checkScored } from "@assay/contract/evaluation/scores/score-rules";
import { notFound } from "@assay/contract/platform/refusals";
import { parseId } from "@assay/contract/platform/ids";
import {
  daysOf,
  periodBefore,
  type Period,
  type ProjectFigures,
  projectFigures,
  yearsServed,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { EvaluationRow } from "../evaluations/evaluation-queries.ts";
import { getReachable } from "../evaluations/evaluation-service.ts";
import { findProject } from "../../workspace/projects/project-queries.ts";
import { type BlindCaller, refuseBlind } from "../../workspace/access/blind-access.ts";
import { sumScores } from "./rollup-queries.ts";

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
export async function getShown(db: Knex, caller: Reach & BlindCaller, publicId: string): Promise<string> {
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
