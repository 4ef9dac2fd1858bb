import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import { reviewerNotQualified } from "@assay/contract/review/reviews/review-refusals";
import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import type { Reach } from "../../../workspace/access/reach.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { whyUnqualified } from "./assignment-service.ts";
import { resolveReviewer, resolveRubric } from "../create-task.ts";

/**
 * Refuses routing that could make no task. Whether the reviewer whom it names is available is not asked: that matters
 * when the evaluation completes, and until then their place waits for them.
 *
 * @throws {ApiError} 422 for a rubric that the caller cannot reach or of another project, and for a named reviewer whom
 *   the caller cannot reach or who does not qualify.
 */
export async function checkRouting(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  { projectId, routing }: { projectId: string; routing: RoutingInput },
): Promise<void> {
  await resolveRubric(tx, reach, { projectId, named: routing.rubric, path: "/routing/rubric" });
  const named = routing.assignment?.reviewer_id;
  if (named === undefined) return;
  const path = "/routing/assignment/reviewer_id";
  const reviewer = await resolveReviewer(tx, reach, { named, path });
  const { required_credentials, specialty } = resolvedAssignment(routing.assignment);
  const needs = { project_id: projectId, required_credentials, specialty };
  const reason = whyUnqualified(reviewer, needs, deps.now());
  if (reason !== null) throw reviewerNotQualified(named, reason, path);
}
