import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import { decideNewAssignments, isWaitingTask } from "@assay/contract/review/tasks/assignment-rules";
import { newTask } from "@assay/contract/review/tasks/new-task-rules";
import type { NewTask, TaskRecord } from "@assay/contract/review/tasks/task-record";
import { formatId } from "@assay/contract/platform/ids";
import { shareDatasetsOf } from "../../evaluation/datasets/dataset-queries.ts";
import { findEvaluation } from "../../evaluation/evaluations/evaluation-queries.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { requireProject } from "../../workspace/projects/project-service.ts";
import { listCandidates } from "../reviewers/reviewer-queries.ts";
import { lookUpReviewer } from "../reviewers/reviewer-service.ts";
import { adjudicatorsOf } from "./adjudicator-queries.ts";
import { findRubric, shareRubric } from "../rubrics/rubric-queries.ts";
import { lockAssignments, taskContext } from "./assignment/assignment-service.ts";
import { commitTasks } from "./store-tasks.ts";
import { insertTasks } from "./insert-tasks.ts";
import { samplesInProject } from "./task-sample-queries.ts";
import { getTask } from "./task-service.ts";

/**
 * Stores a task and, depending on its mode, assigns it to qualified reviewers.
 *
 * @throws {ApiError} 422 if the caller cannot access the project, and the refusals of `newTask`.
 */
export async function createTask(
  tx: Tx,
  deps: PlatformDeps,
  { caller, body }: { caller: Caller; body: CreateReviewTaskBody },
): Promise<TaskRecord> {
  const { workspaceId } = caller;
  const project = await requireProject(tx, caller, { named: body.project });
  const reviewer = body.assignment?.reviewer_id;
  const rubricId = idOrNone("rubric", body.rubric);
  // A dataset is locked before a rubric, as in the import of ratings.
  await shareDatasetsOf(
    tx,
    workspaceId,
    body.samples.map((sample) => idOrNone("sample", sample)),
  );
  await shareRubric(tx, workspaceId, rubricId);
  const adjudicators = await adjudicatorsOf(tx, { workspaceId, rubricId }, body.samples);
  const state = {
    project: formatId("project", project.id),
    samples: await samplesInProject(tx, { workspaceId, projectId: project.id }, body.samples),
    rubric: await findRubric(tx, caller, rubricId),
    evaluation: await namedEvaluation(tx, caller, body.evaluation),
    reviewer: reviewer === undefined ? undefined : await lookUpReviewer(tx, caller, reviewer),
    adjudicators: [...new Set([...adjudicators.values()].flat())],
  };
  const task = newTask(state, body, ruleContext(deps, caller));
  await storeTasks(tx, deps, { workspaceId, tasks: [task] });
  return getTask(tx, caller, task.id);
}

async function namedEvaluation(tx: Tx, reach: Reach, named: string | undefined) {
  const row = named && (await findEvaluation(tx, reach, idOrNone("evaluation", named)));
  if (!row) return undefined;
  return {
    id: formatId("evaluation", row.id),
    project: formatId("project", row.project_id),
    evaluators: row.evaluators,
  };
}

/** Stores tasks, then takes the lock on assignments and assigns waiting tasks to qualified reviewers. */
export async function storeTasks(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, tasks }: { workspaceId: string; tasks: readonly NewTask[] },
): Promise<void> {
  // The rows of tasks reference the evaluation's row, which must be locked before assignments.
  await insertTasks(tx, deps, { workspaceId, tasks });
  const waiting = tasks.filter(isWaitingTask);
  if (waiting.length === 0) return;
  await lockAssignments(tx, workspaceId);
  const state = { tasks: waiting, candidates: await listCandidates(tx, workspaceId) };
  const decision = decideNewAssignments(state, taskContext(deps));
  await commitTasks(tx, deps, { workspaceId, decision });
}
