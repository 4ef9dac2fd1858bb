import type { CreateReviewTaskBody } from "@assay/contract/review/tasks/review-tasks";
import { requireCallingReviewer, type ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { newTask } from "@assay/contract/review/tasks/new-task-rules";
import {
  decideReviewTask,
  requireTask,
  slotRefusal,
  type TaskCommand,
} from "@assay/contract/review/tasks/review-task-rules";
import { taskToWire } from "@assay/contract/review/tasks/review-task-wire";
import { findAssignment } from "@assay/contract/review/tasks/task-record";
import { findSample } from "../../evaluation/datasets/dataset-versions.ts";
import { findEvaluation } from "../../evaluation/evaluations/evaluation-access.ts";
import { newestPage } from "@assay/contract/platform/paging/sorted-page";
import { findReached, listReached } from "@assay/contract/workspace/reached-rows";
import { requireProject } from "../../workspace/reach.ts";
import { adjudicatorsOf } from "./adjudicators.ts";
import { deleteDraftsOf } from "../draft-table.ts";
import { findReviewer } from "../find-reviewer.ts";
import type { ReviewCall, ReviewCaller, ReviewHandlers, TaskRow } from "../review-tables.ts";
import { candidatesOf, createTasks, applyTaskDecision, taskContext } from "./assignments.ts";

const taskToWireFor =
  ({ workspace: { reviewers } }: ReviewCaller) =>
  (task: TaskRow) =>
    taskToWire(task, { samples: task.samples, reviewers });

/** Returns the reviewer that a key acts as, if any. */
export const ownReviewer = ({ reviewer, workspace }: ReviewCaller): ReviewerRecord | undefined =>
  reviewer === null ? undefined : workspace.reviewers.get(reviewer);

/** Finds a task that the caller can access. */
export const findTask = (caller: ReviewCaller, id: string): TaskRow | undefined =>
  findReached(caller, caller.workspace.reviewTasks, id);

function createTask(call: ReviewCall, body: CreateReviewTaskBody): TaskRow {
  const { caller } = call;
  const project = requireProject(caller, body.project, "/project").id;
  const { datasets } = caller.workspace;
  const samples = body.samples.filter(
    (id) => datasets.get(findSample(caller, id)?.dataset ?? "")?.project === project,
  );
  const state = {
    project,
    samples: new Set(samples),
    rubric: findReached(caller, caller.workspace.rubrics, body.rubric),
    evaluation: findEvaluation(caller, body.evaluation),
    reviewer: findReviewer(caller, body.assignment?.reviewer_id),
    adjudicators: [
      ...new Set(
        samples.flatMap((sample) => adjudicatorsOf(caller.workspace, { sample, rubric: body.rubric })),
      ),
    ],
  };
  const task = newTask(state, body, call.rules);
  createTasks(call, [task]);
  return requireTask(findTask(caller, task.id), task.id);
}

/** Runs a command on a task. */
function changeTask(call: ReviewCall, command: TaskCommand): TaskRow {
  const { caller } = call;
  const { id } = command;
  const reviewer = command.type === "reassign" ? findReviewer(caller, command.to) : ownReviewer(caller);
  const state = { task: findTask(caller, id), reviewer, candidates: candidatesOf(call) };
  applyTaskDecision(call, decideReviewTask(state, command, taskContext(call)));
  if (command.type === "cancel") deleteDraftsOf(caller.workspace.reviewDrafts, id);
  return requireTask(findTask(caller, id), id);
}

/** Returns whether a reviewer can claim a task. */
export const isClaimable = (task: TaskRow, reviewer: ReviewerRecord, now: number): boolean =>
  !findAssignment(task, reviewer.id) && slotRefusal(task, reviewer, now) === undefined;

const writeTask = (call: ReviewCall, command: TaskCommand) =>
  call.commit(() => taskToWireFor(call.caller)(changeTask(call, command)));

export const reviewTaskHandlers: ReviewHandlers<"reviewTasks"> = {
  create: ({ body }, call) => call.commit(() => taskToWireFor(call.caller)(createTask(call, body))),
  list: ({ query }, { caller, clock }) => {
    const { project, status, assignee, priority, claimable } = query;
    const by = claimable === undefined ? undefined : requireCallingReviewer(ownReviewer(caller));
    const rows = listReached(caller, caller.workspace.reviewTasks, { project, status, priority }).filter(
      (task) =>
        (assignee === undefined || findAssignment(task, assignee) !== undefined) &&
        (by === undefined || isClaimable(task, by, clock.now()) === claimable),
    );
    const filter = { by: by?.id };
    return newestPage(rows, query, { list: "review_tasks", filter, toWire: taskToWireFor(caller) });
  },
  get: ({ params }, { caller }) => taskToWireFor(caller)(requireTask(findTask(caller, params.id), params.id)),
  claim: ({ params: { id } }, call) => writeTask(call, { type: "claim", id }),
  release: ({ params: { id } }, call) => writeTask(call, { type: "release", id }),
  cancel: ({ params: { id } }, call) => writeTask(call, { type: "cancel", id }),
  reassign: ({ params, body }, call) =>
    writeTask(call, { type: "reassign", id: params.id, to: body.reviewer_id, from: body.from }),
};
