import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { samplesToRoute } from "@assay/contract/evaluation/evaluations/samples-to-route";
import { checkRoutingTargets, routedTasks } from "@assay/contract/review/tasks/new-task-rules";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";
import { adjudicatorsOf } from "./adjudicators.ts";
import { findReviewer } from "../find-reviewer.ts";
import type { ReviewCaller, ReviewState, ReviewTables } from "../review-tables.ts";
import { findReached } from "@assay/contract/workspace/reached-rows";
import { createTasks } from "./assignments.ts";

/** Refuses routing that could create no task. @throws {ApiError} for refusals by `checkRoutingTargets`. */
export function checkRouting(
  caller: ReviewCaller,
  { project, routing, now }: { project: string; routing: RoutingInput; now: number },
): void {
  const rubric = findReached(caller, caller.workspace.rubrics, routing.rubric);
  const reviewer = findReviewer(caller, routing.assignment?.reviewer_id);
  checkRoutingTargets({ project, rubric, reviewer }, routing, { now });
}

/** Creates the review tasks for an evaluation that has just completed. */
export function routeSamples(
  state: ReviewState,
  workspace: ReviewTables,
  { row, completedAt }: { row: EvaluationRow; completedAt: number },
): void {
  const { routing } = row;
  if (!routing) return;
  const { rubric } = routing;
  const tasks = routedTasks({ ...row, routing, completedAt }, samplesToRoute(row, routing), {
    newId: state.newId,
    adjudicatorsOf: (sample) => adjudicatorsOf(workspace, { sample, rubric }),
  });
  createTasks({ ...state, caller: { workspace } }, tasks);
}
