import type { MeasureReliabilityBody } from "@assay/contract/review/reviews/reliability";
import { checkGradePairs, chooseDimension } from "@assay/contract/review/reviews/reliability-rules";
import { periodStart } from "@assay/contract/review/review-period";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Call } from "../../platform/http/routing/handler.ts";
import { requesterOf } from "../../platform/threads/thread-tasks.ts";
import { refuseBlind } from "../../workspace/access/blind-access.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { countGradePairs, readGrades, rubricsOfProject } from "./reliability-queries.ts";
import { reliabilityModule } from "./thread/reliability-work.ts";

/**
 * Measures how well the reviewers agree on a dimension, in a thread. The refusals are checked in the order in which they
 * are listed.
 *
 * @throws {ApiError} 422 if the caller cannot access the project; 403 while the caller still has to review
 * one of the project's samples blind; the refusals of `chooseDimension` and `reliabilityToWire`; 429 and 503 if
 * too many computations wait.
 */
export async function measureReliability(
  { database: { knex: db }, threads, now }: Pick<PlatformDeps, "database" | "threads" | "now">,
  call: Pick<Call, "caller" | "signal">,
  body: MeasureReliabilityBody,
) {
  const { caller } = call;
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
  // Reading the grades of an oversized period would take more memory than a thread has.
  checkGradePairs(await countGradePairs(db, filter));
  const input = { settings: { body, chosen }, pieces: () => readGrades(db, filter) };
  return threads.run(reliabilityModule, input, requesterOf(call));
}
