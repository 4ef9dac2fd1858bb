import { keysOfEvaluators, type NamedEvaluator } from "../../domain/evaluation/evaluation-keys.ts";
import { resolvedAssignment } from "../../evaluation/routing/assignment-input.ts";
import { type BlindTerms, resolvedBlind } from "../../evaluation/routing/blind-options.ts";
import type { Routing, RoutingInput } from "../../evaluation/routing/evaluation-routing.ts";
import { disqualification } from "../../domain/review/qualification.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { referenceNotFound } from "../../platform/refusals.ts";
import { requireNamedReviewer, type ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import {
  evaluatorNotInEvaluation,
  inOtherProject,
  reviewerNotQualified,
  samplesNotFound,
} from "../review-refusals.ts";
import { type CreateReviewTaskBody, isBlindTask } from "./review-tasks.ts";
import { needsOf, type NewTask, whyUnfit } from "./task-record.ts";

const blindTerms = ({ shown_metadata: metadata, shown_fields: fields, reveal }: BlindTerms) => ({
  shown: { metadata, fields },
  reveal,
});

const hourMs = 3_600_000;

/** The state that the caller loads for a new task. */
export interface NewTaskState {
  /** Id of the project, which the caller can access. */
  project: string;
  /** The requested samples that currently exist in the project. */
  samples: ReadonlySet<string>;
  /** The requested rubric, evaluation and reviewer, if the caller can access them. */
  rubric: RubricRecord | undefined;
  evaluation: { id: string; project: string; evaluators: readonly NamedEvaluator[] } | undefined;
  reviewer: ReviewerRecord | undefined;
  /** Reviewers who have adjudicated one of the samples with the rubric. */
  adjudicators: readonly string[];
}

const untouched = {
  origin: "review" as const,
  status: "pending" as const,
  completed: 0,
  assignments: [],
  declined: [],
  reviewed: {},
  completedAt: null,
  cancelledAt: null,
};

/**
 * Creates a task without an assignment.
 *
 * @throws {ApiError} 422, in this order: for samples outside the project (one fault for each); for a rubric
 *   or evaluation that is inaccessible or in another project; for an evaluator that is not in the evaluation;
 *   for a reviewer who is inaccessible, does not qualify or is not available.
 */
export function newTask(state: NewTaskState, body: CreateReviewTaskBody, context: RuleContext): NewTask {
  const { project } = state;
  const missing = body.samples.flatMap((id, index) =>
    state.samples.has(id) ? [] : [{ id, path: `/samples/${index}` }],
  );
  if (missing.length > 0) throw samplesNotFound(missing, project);
  const rubric = requireRubricOf(state.rubric, { project, named: body.rubric, path: "/rubric" });
  checkEvaluation(state, body);
  const task: NewTask = {
    id: context.newId("review_task"),
    project,
    rubric: rubric.id,
    evaluation: state.evaluation?.id ?? null,
    evaluator: body.evaluator ?? null,
    priority: body.priority,
    assignment: resolvedAssignment(body.assignment),
    reviewsRequired: body.reviews_required,
    adjudicatorCredentials: body.adjudicator_credentials ?? body.assignment?.required_credentials ?? [],
    excluded: state.adjudicators,
    blind: isBlindTask(body),
    ...blindTerms(resolvedBlind(body, isBlindTask(body))),
    samples: body.samples,
    sampleCount: body.samples.length,
    dueAt: body.due_at === undefined ? null : Date.parse(body.due_at),
    metadata: body.metadata ?? {},
    createdAt: context.now,
    ...untouched,
  };
  const named = body.assignment?.reviewer_id;
  if (named === undefined) return task;
  const path = "/assignment/reviewer_id";
  const reason = whyUnfit(requireNamedReviewer(state.reviewer, { named, path }), task, context.now);
  if (reason !== null) throw reviewerNotQualified(named, reason, path);
  return task;
}

/** Requires the rubric that a body references for a project. @throws {ApiError} 422 `reference_not_found`. */
function requireRubricOf(
  rubric: RubricRecord | undefined,
  { project, named, path }: { project: string; named: string; path: string },
): RubricRecord {
  if (!rubric) throw referenceNotFound("rubric", named, path);
  if (rubric.project !== project) throw inOtherProject(path, `Rubric ${JSON.stringify(named)}`, project);
  return rubric;
}

function checkEvaluation({ evaluation, project }: NewTaskState, body: CreateReviewTaskBody): void {
  const { evaluation: named, evaluator } = body;
  if (named === undefined) return;
  const path = "/evaluation";
  if (!evaluation) throw referenceNotFound("evaluation", named, path);
  if (evaluation.project !== project)
    throw inOtherProject(path, `Evaluation ${JSON.stringify(named)}`, project);
  const keys = keysOfEvaluators(evaluation.evaluators);
  if (evaluator !== undefined && !keys.includes(evaluator))
    throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
}

/**
 * Refuses routing that could not create a task. Does not check whether the requested reviewer is available,
 * because availability matters only when the evaluation completes. The slot stays reserved for the reviewer.
 *
 * @throws {ApiError} 422 for a rubric that is inaccessible or in another project, and for a requested
 *   reviewer who is inaccessible or does not qualify.
 */
export function checkRoutingTargets(
  { project, rubric, reviewer }: Pick<NewTaskState, "project" | "rubric" | "reviewer">,
  routing: RoutingInput,
  { now }: Pick<RuleContext, "now">,
): void {
  requireRubricOf(rubric, { project, named: routing.rubric, path: "/routing/rubric" });
  const named = routing.assignment?.reviewer_id;
  if (named === undefined) return;
  const path = "/routing/assignment/reviewer_id";
  const needs = needsOf({ project, assignment: resolvedAssignment(routing.assignment) });
  const reason = disqualification(requireNamedReviewer(reviewer, { named, path }), needs, { now });
  if (reason !== null) throw reviewerNotQualified(named, reason, path);
}

/** Finds who has adjudicated a sample. */
export interface AdjudicatorLookup {
  /** Returns the reviewers who have adjudicated a sample with the rubric of the routing. */
  adjudicatorsOf: (sample: string) => readonly string[];
}

/** Creates the tasks for an evaluation's routing on completion: one for each sample, in input order. */
export const routedTasks = (
  evaluation: { id: string; project: string; routing: Routing; completedAt: number },
  samples: readonly string[],
  { newId, adjudicatorsOf }: Pick<RuleContext, "newId"> & AdjudicatorLookup,
): NewTask[] => {
  const { routing, completedAt } = evaluation;
  const { due_in_hours: hours } = routing;
  return samples.map((sample) => ({
    id: newId("review_task"),
    project: evaluation.project,
    rubric: routing.rubric,
    evaluation: evaluation.id,
    evaluator: null,
    priority: routing.priority,
    assignment: routing.assignment,
    reviewsRequired: routing.reviews_required,
    adjudicatorCredentials: routing.assignment.required_credentials,
    excluded: adjudicatorsOf(sample),
    blind: routing.reviews_required > 1,
    ...blindTerms(routing),
    samples: [sample],
    sampleCount: 1,
    dueAt: hours === null ? null : completedAt + Math.round(hours * hourMs),
    metadata: {},
    createdAt: completedAt,
    ...untouched,
  }));
};
