import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import {
  checkGradePairs,
  chooseDimension,
  reliabilityToWire,
} from "@assay/contract/review/reviews/reliability-rules";
import { periodStart } from "@assay/contract/review/review-period";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { runInSlices } from "../../platform/run-in-slices.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { countGradePairs, findGrades, rubricsOfProject } from "./reliability-queries.ts";

/**
 * Measures how well the reviewers agree on a dimension. The refusals are checked in the order in which they
 * are listed.
 *
 * @throws {ApiError} 422 if the caller cannot access the project; 403 while the caller still has to review
 * one of the project's samples blind; the refusals of `chooseDimension` and `reliabilityToWire`.
 */
export async function measureReliability(
  db: Knex,
  { now }: Pick<PlatformDeps, "now">,
  caller: Caller,
  body: MeasureReliabilityBody,
) {
  const { workspaceId } = caller;
  const project = await requireProject(db, caller, { named: body.project });
  await refuseBlind(db, caller, { projectId: project.id });
  const chosen = chooseDimension(await rubricsOfProject(db, { workspaceId, projectId: project.id }), body);
  const filter = {
    workspaceId,
    rubricId: uuidOf("rubric", chosen.rubric),
    dimension: chosen.dimension.id,
    since: new Date(periodStart(body.period, now().getTime())),
    includeUnblinded: body.include_unblinded,
  };
  // Reading the grades of an oversized period would take more memory than the process has.
  checkGradePairs(await countGradePairs(db, filter));
  const grades = await findGrades(db, filter);
  return runInSlices(reliabilityToWire(body, chosen, grades));
}
