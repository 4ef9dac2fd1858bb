import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { checkRoutingTargets } from "@assay/contract/review/tasks/new-task-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Reach } from "../../../workspace/access/reach.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { idOrNone } from "../../../platform/http/request/id-filter.ts";
import { lookUpReviewer } from "../../reviewers/reviewer-service.ts";
import { findRubric } from "../../rubrics/rubric-queries.ts";

/**
 * Refuses routing settings with which no review task can be created.
 *
 * @throws {ApiError} the refusals of `checkRoutingTargets`.
 */
export async function checkRouting(
  tx: Tx,
  { now }: PlatformDeps,
  reach: Reach,
  { projectId, routing }: { projectId: string; routing: RoutingInput },
): Promise<void> {
  const named = routing.assignment?.reviewer_id;
  const state = {
    project: formatId("project", projectId),
    rubric: await findRubric(tx, reach, idOrNone("rubric", routing.rubric)),
    reviewer: named === undefined ? undefined : await lookUpReviewer(tx, reach, named),
  };
  checkRoutingTargets(state, routing, { now: now().getTime() });
}
