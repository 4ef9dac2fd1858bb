import { resolvedAssignment, type Assignment } from "@assay/contract/evaluation/routing/assignment-input";
import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import {
  evaluatorNotInEvaluation,
  inOtherProject,
  reviewerNotQualified,
  samplesNotFound,
} from "@assay/contract/review/reviews/review-refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { requireNamedReviewer, type ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { evaluatorKeys, isWaiting, notAvailable } from "@assay/contract/domain";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { EvaluationRow } from "../../evaluation/evaluations/evaluation-queries.ts";
import { referredEvaluation } from "../../evaluation/evaluations/referred-evaluation.ts";
import { referredProject } from "../../workspace/projects/project-service.ts";
import { lookUpReviewer } from "../reviewers/reviewer-service.ts";
import { findRubric } from "../rubrics/rubric-queries.ts";
import { assignTasks, lockAssignments, whyUnqualified } from "./assignment/assignment-service.ts";
import { insertTaskEvents, taskUnassigned } from "./task-events.ts";
import {
  findTask,
  insertTasks,
  type NewTask,
  priorityNumber,
  samplesInProject,
  type TaskRow,
} from "./task-queries.ts";

/**
 * Stores a task and gives it to whoever fits, where its mode asks for that.
 *
 * @throws {ApiError} 422 for a project, rubric, evaluation or reviewer that the caller cannot reach, samples outside of
 *   the project (each named), a rubric or evaluation of another project, an evaluator that the evaluation does not have,
 *   and a reviewer who does not qualify or is not available.
 */
export async function createTask(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  body: CreateReviewTaskBody,
): Promise<TaskRow> {
  const project = await referredProject(tx, reach, { named: body.project });
  const place = { workspaceId: reach.workspaceId, projectId: project.id };
  const sampleIds = await resolveSamples(tx, place, body);
  const rubric = await resolveRubric(tx, reach, {
    projectId: project.id,
    named: body.rubric,
    path: "/rubric",
  });
  const evaluation = await resolveEvaluation(tx, reach, body);
  const row = taskRow({
    id: deps.newId(),
    created_at: deps.now(),
    workspace_id: reach.workspaceId,
    project_id: project.id,
    rubric_id: uuidOf("rubric", rubric.id),
    evaluation_id: evaluation?.id ?? null,
    evaluator: body.evaluator ?? null,
    ...requirementsOf({ ...body, assignment: resolvedAssignment(body.assignment) }),
    blind: body.blind ?? body.reviews_required > 1,
    due_at: body.due_at === undefined ? null : new Date(body.due_at),
    metadata: body.metadata ?? {},
    sample_count: sampleIds.length,
  });
  await refuseUnfit(tx, deps, reach, { row, named: body.assignment?.reviewer_id });
  await storeTasks(tx, deps, [{ row, sampleIds }]);
  const stored = await findTask(tx, reach, row.id);
  if (!stored) throw new Error(`Task ${row.id} was not stored.`);
  return stored;
}

/** What a task says of who reviews it, as it is stored. */
export function requirementsOf({
  assignment,
  ...given
}: {
  assignment: Assignment;
  priority: CreateReviewTaskBody["priority"];
  reviews_required: number;
}) {
  return {
    mode: assignment.mode,
    wanted_reviewer_id: assignment.reviewer_id && (parseId("reviewer", assignment.reviewer_id) ?? null),
    required_credentials: assignment.required_credentials,
    specialty: assignment.specialty,
    priority: priorityNumber(given.priority),
    reviews_required: given.reviews_required,
  };
}

type TaskContents = Omit<
  TaskRow,
  "status" | "waiting" | "completed" | "overdue_at" | "completed_at" | "cancelled_at"
>;

/** A new task that nobody holds yet. */
export function taskRow(contents: TaskContents): TaskRow {
  const { mode, wanted_reviewer_id: wanted, reviews_required: reviewsRequired } = contents;
  return {
    ...contents,
    status: "pending",
    waiting: isWaiting({ mode, wanted, reviewsRequired, holders: [] }),
    completed: 0,
    overdue_at: null,
    completed_at: null,
    cancelled_at: null,
  };
}

/** Stores tasks of one workspace; then, under the lock on assignments, those that wait are given to whoever fits. */
export async function storeTasks(tx: Tx, deps: PlatformDeps, tasks: readonly NewTask[]): Promise<void> {
  // Their rows refer to the evaluation's, which comes before the lock on assignments.
  await insertTasks(tx, deps, tasks);
  const waiting = tasks.flatMap(({ row }) => (row.waiting ? [row] : []));
  const [first] = waiting;
  if (!first) return;
  await lockAssignments(tx, first.workspace_id);
  await assignTasks(
    tx,
    deps,
    first.workspace_id,
    waiting.map(({ id }) => id),
  );
  const left: { id: string }[] = await tx("review_tasks")
    .where({ workspace_id: first.workspace_id, status: "pending" })
    .whereRaw("id = any(?::uuid[])", [waiting.map(({ id }) => id)])
    .select("id");
  const unassigned = new Set(left.map(({ id }) => id));
  const told = waiting.filter(({ id }) => unassigned.has(id));
  await insertTaskEvents(
    tx,
    deps,
    told.map((row) => taskUnassigned(row, null, "no_matching_reviewer")),
  );
}

async function resolveSamples(
  tx: Tx,
  place: { workspaceId: string; projectId: string },
  { samples, project }: CreateReviewTaskBody,
): Promise<string[]> {
  const ids = samples.map((id) => parseId("sample", id));
  const known = ids.filter((id) => id !== undefined);
  const present = await samplesInProject(tx, place, known);
  const missing = samples.flatMap((id, index) =>
    present.has(ids[index] ?? "") ? [] : [{ id, path: `/samples/${index}` }],
  );
  if (missing.length > 0) throw samplesNotFound(missing, project);
  return known;
}

/** A rubric of a project. @throws {ApiError} 422. */
export async function resolveRubric(
  tx: Tx,
  reach: Reach,
  { projectId, named, path }: { projectId: string; named: string; path: string },
): Promise<RubricRecord> {
  const id = parseId("rubric", named);
  const rubric = id && (await findRubric(tx, reach, id));
  if (!rubric) throw referenceNotFound("rubric", named, path);
  const project = formatId("project", projectId);
  if (rubric.project !== project) throw inOtherProject(path, `rubric ${JSON.stringify(named)}`, project);
  return rubric;
}

async function resolveEvaluation(
  tx: Tx,
  reach: Reach,
  { evaluation: named, evaluator, project }: CreateReviewTaskBody,
): Promise<EvaluationRow | undefined> {
  if (named === undefined) return undefined;
  const evaluation = await referredEvaluation(tx, reach, { named });
  if (evaluation.project_id !== parseId("project", project))
    throw inOtherProject("/evaluation", `evaluation ${JSON.stringify(named)}`, project);
  const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
  if (evaluator !== undefined && !keys.includes(evaluator))
    throw evaluatorNotInEvaluation(evaluator, keys, "/evaluator");
  return evaluation;
}

async function refuseUnfit(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  { row, named }: { row: TaskRow; named: string | undefined },
): Promise<void> {
  if (named === undefined) return;
  const path = "/assignment/reviewer_id";
  const reviewer = await resolveReviewer(tx, reach, { named, path });
  const reason = whyUnqualified(reviewer, row, deps.now()) ?? (reviewer.available ? null : notAvailable);
  if (reason !== null) throw reviewerNotQualified(named, reason, path);
}

/** A reviewer whom a body names. @throws {ApiError} 422. */
export const resolveReviewer = async (
  tx: Tx,
  reach: Reach,
  place: { named: string; path: string },
): Promise<ReviewerRecord> => requireNamedReviewer(await lookUpReviewer(tx, reach, place.named), place);
