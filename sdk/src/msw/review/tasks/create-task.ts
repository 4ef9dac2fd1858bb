import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import {
  evaluatorNotInEvaluation,
  inOtherProject,
  reviewerNotQualified,
  samplesNotFound,
} from "@assay/contract/review/reviews/review-refusals";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { resolvedAssignment } from "@assay/contract/evaluation/routing/assignment-input";
import { evaluatorKeys } from "@assay/contract/domain";
import { assignNew, whyUnfit } from "./assignment.ts";
import { findRubric } from "../rubrics/find-rubric.ts";
import { reaches, referredProject } from "../../workspace/reach.ts";
import { referredReviewer } from "../find-reviewer.ts";
import type { ReviewCall, ReviewCaller, TaskRow } from "../review-tables.ts";
import type { EvaluationRow } from "../../evaluation/evaluation-rows.ts";

/** Checks a new task in the server's order, stores it, and gives it to whoever fits, where its mode asks for that. */
export function createTask(call: ReviewCall, body: CreateReviewTaskBody): TaskRow {
  const { caller, clock } = call;
  const project = referredProject(caller, body.project, "/project").id;
  refuseMissingSamples(caller, body);
  const rubric = rubricOf(caller, { project, named: body.rubric, path: "/rubric" });
  const evaluation = evaluationOf(caller, body);
  const task: TaskRow = {
    id: call.newId("review_task"),
    project,
    rubric: rubric.id,
    evaluation: evaluation?.id ?? null,
    evaluator: body.evaluator ?? null,
    priority: body.priority,
    assignment: resolvedAssignment(body.assignment),
    reviewsRequired: body.reviews_required,
    blind: body.blind ?? body.reviews_required > 1,
    samples: body.samples,
    dueAt: body.due_at === undefined ? null : Date.parse(body.due_at),
    metadata: body.metadata ?? {},
    createdAt: clock.now(),
    ...untouched(),
  };
  const path = "/assignment/reviewer_id";
  const named = body.assignment?.reviewer_id;
  if (named !== undefined) {
    const reason = whyUnfit(referredReviewer(caller, named, path), task, clock.now());
    if (reason !== null) throw reviewerNotQualified(named, reason, path);
  }
  caller.workspace.reviewTasks.set(task.id, task);
  assignNew(call, [task]);
  return task;
}

/** What a task is before anybody holds it. */
export const untouched = () => ({
  status: "pending" as const,
  holds: [],
  declined: new Set<string>(),
  completedAt: null,
  cancelledAt: null,
  isOverdueTold: false,
});

function refuseMissingSamples({ workspace }: ReviewCaller, { project, samples }: CreateReviewTaskBody): void {
  const datasets = [...workspace.datasets.values()].filter((dataset) => dataset.project === project);
  const isPresent = (id: string): boolean =>
    datasets.some((dataset) => dataset.samples.get(id)?.at(-1)?.validUntil === null);
  const missing = samples.flatMap((id, index) => (isPresent(id) ? [] : [{ id, path: `/samples/${index}` }]));
  if (missing.length > 0) throw samplesNotFound(missing, project);
}

/** A rubric of a project. @throws {ApiError} 422. */
export function rubricOf(
  caller: ReviewCaller,
  { project, named, path }: { project: string; named: string; path: string },
): RubricRecord {
  const rubric = findRubric(caller, named);
  if (!rubric) throw referenceNotFound("rubric", named, path);
  if (rubric.project !== project) throw inOtherProject(path, `rubric ${JSON.stringify(named)}`, project);
  return rubric;
}

function evaluationOf(
  caller: ReviewCaller,
  { evaluation: named, evaluator, project }: CreateReviewTaskBody,
): EvaluationRow | undefined {
  if (named === undefined) return undefined;
  const evaluation = caller.workspace.evaluations.get(named);
  if (!evaluation || !reaches(caller, evaluation.project))
    throw referenceNotFound("evaluation", named, "/evaluation");
  if (evaluation.project !== project)
    throw inOtherProject("/evaluation", `evaluation ${JSON.stringify(named)}`, project);
  const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
  if (evaluator !== undefined && !keys.includes(evaluator))
    throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
  return evaluation;
}
