import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { checkRoutingTargets, routedTasks } from "@assay/contract/review/tasks/new-task-rules";
import { evaluatorKeys, type RoutableSample, routedSamples } from "@assay/contract/domain";
import { combined } from "../../evaluation/evaluations/evaluation-run.ts";
import type { EvaluationRow, JudgedSample } from "../../evaluation/evaluation-rows.ts";
import { findReviewer } from "../find-reviewer.ts";
import type { ReviewCaller, ReviewState, ReviewTables } from "../review-tables.ts";
import { findRubric } from "../rubrics/find-rubric.ts";
import { insertTasks } from "./assignments.ts";

/** Refuses routing that could create no task. @throws {ApiError} what `checkRoutingTargets` refuses. */
export function checkRouting(
  caller: ReviewCaller,
  { project, routing, now }: { project: string; routing: RoutingInput; now: number },
): void {
  const named = routing.assignment?.reviewer_id;
  const rubric = findRubric(caller, routing.rubric);
  const reviewer = named === undefined ? undefined : findReviewer(caller, named);
  checkRoutingTargets({ project, rubric, reviewer }, routing, { now });
}

/** Creates the review tasks of an evaluation that has just completed. */
export function routeSamples(
  state: ReviewState,
  workspace: ReviewTables,
  { row, completedAt }: { row: EvaluationRow; completedAt: number },
): void {
  const { routing, id, project } = row;
  if (!routing) return;
  const samples = routedSamples(routableSamples(row, routing.evaluators), routing);
  const tasks = routedTasks(
    { id, project, routing, completedAt },
    samples.map((sample) => sample.id),
    state,
  );
  insertTasks({ ...state, caller: { workspace } }, tasks);
}

/** What routing sees of each sample: the combined score, or the lowest of the evaluators named. */
function routableSamples(row: EvaluationRow, named: readonly string[] | null): RoutableSample[] {
  const keys = evaluatorKeys(row.evaluators).keys ?? [];
  const places = named?.map((key) => keys.indexOf(key));
  return row.judged.map((judged) => {
    const { id } = judged.sample;
    if (places) return { id, ...lowest(judged, places) };
    const { weighted, flagged } = combined(row, judged.outcomes);
    return { id, score: weighted, flagged };
  });
}

function lowest({ outcomes }: JudgedSample, places: readonly number[]): Omit<RoutableSample, "id"> {
  const scored = places.flatMap((place) => {
    const outcome = outcomes[place];
    return outcome?.status === "scored" ? [outcome] : [];
  });
  return {
    score: scored.length === 0 ? null : Math.min(...scored.map(({ score }) => score)),
    flagged: scored.some(({ flagged }) => flagged),
  };
}
