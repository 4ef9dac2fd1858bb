import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import { reviewerNotQualified } from "@assay/contract/review/reviews/review-refusals";
import type { RoutingInput } from "@assay/contract/evaluation/routing/evaluation-routing";
import { disqualification, evaluatorKeys, type RoutableSample, routedSamples } from "@assay/contract/domain";
import { assignNew } from "./assignment.ts";
import { rubricOf, untouched } from "./create-task.ts";
import { combined } from "../../evaluation/evaluations/evaluation-run.ts";
import { referredReviewer } from "../find-reviewer.ts";
import type { ReviewCaller, ReviewState, ReviewTables, TaskRow } from "../review-tables.ts";
import type { EvaluationRow, JudgedSample } from "../../evaluation/evaluation-rows.ts";

const hourMs = 3_600_000;

/** Refuses routing that could make no task, as the server does. @throws {ApiError} 422. */
export function checkRouting(
  caller: ReviewCaller,
  { project, routing, now }: { project: string; routing: RoutingInput; now: number },
): void {
  rubricOf(caller, { project, named: routing.rubric, path: "/routing/rubric" });
  const named = routing.assignment?.reviewer_id;
  if (named === undefined) return;
  const path = "/routing/assignment/reviewer_id";
  const { required_credentials: requiredCredentials, specialty } = resolvedAssignment(routing.assignment);
  const needs = { project, requiredCredentials, specialty };
  const reason = disqualification(referredReviewer(caller, named, path), needs, { now });
  if (reason !== null) throw reviewerNotQualified(named, reason, path);
}

/** Makes the review tasks of an evaluation that has just completed. */
export function routeSamples(
  state: ReviewState,
  workspace: ReviewTables,
  { row, completedAt }: { row: EvaluationRow; completedAt: number },
): void {
  const { routing } = row;
  if (!routing) return;
  const { due_in_hours: hours } = routing;
  const tasks = routedSamples(routableSamples(row, routing.evaluators), routing).map(
    ({ id: sample }): TaskRow => ({
      id: state.newId("review_task"),
      project: row.project,
      rubric: routing.rubric,
      evaluation: row.id,
      evaluator: null,
      priority: routing.priority,
      assignment: routing.assignment,
      reviewsRequired: routing.reviews_required,
      blind: routing.reviews_required > 1,
      samples: [sample],
      dueAt: hours === null ? null : completedAt + Math.round(hours * hourMs),
      metadata: {},
      createdAt: completedAt,
      ...untouched(),
    }),
  );
  if (tasks.length === 0) return;
  for (const task of tasks) workspace.reviewTasks.set(task.id, task);
  assignNew({ ...state, caller: { workspace } }, tasks);
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
