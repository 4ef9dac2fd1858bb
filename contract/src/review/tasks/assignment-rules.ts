import { isWaiting } from "../../domain/review/slots.ts";
import { credentialsExpired } from "../../domain/review/qualification.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { releaseExpired } from "./claim-expiry.ts";
import { type AssignmentState, TaskChanges, type TaskContext, type TaskDecision } from "./task-changes.ts";
import { taskUnassigned } from "./task-events.ts";
import { openTaskOf, type TaskRecord, whyUnfit } from "./task-record.ts";

/**
 * Returns whether an open task has an open slot that is assigned to a reviewer without a claim by that
 * reviewer.
 */
export const isWaitingTask = (task: TaskRecord): boolean => isWaiting(openTaskOf(task));

/** Assigns the open slots of waiting tasks to qualified reviewers. */
export function decideAssignments(state: AssignmentState, context: TaskContext): TaskDecision {
  const changes = new TaskChanges(state, context);
  changes.assignOpenSlots(state.tasks.map(({ id }) => id));
  return changes.decision();
}

/** Assigns the open slots of new tasks. Emits an event for each task without a qualified reviewer. */
export function decideNewAssignments(state: AssignmentState, context: TaskContext): TaskDecision {
  const changes = new TaskChanges(state, context);
  changes.assignOpenSlots(state.tasks.map(({ id }) => id));
  for (const { id } of state.tasks) {
    const task = changes.get(id);
    if (task.status !== "pending" || !isWaitingTask(task)) continue;
    changes.emit(taskUnassigned(task, { reviewer: null, reason: "no_matching_reviewer" }, context.now));
  }
  return changes.decision();
}

/**
 * Removes a reviewer's assignments for which the reviewer no longer qualifies, or all assignments if the
 * reviewer is unavailable. Assigns other reviewers to these tasks.
 */
export function decideUnfit(
  state: AssignmentState,
  reviewer: ReviewerRecord,
  context: TaskContext,
): TaskDecision {
  const changes = new TaskChanges(state, context);
  releaseUnfit(changes, reviewer, context);
  return changes.decision();
}

/**
 * Expires claims, and assignments of reviewers whose credentials have expired. Assigns other reviewers to
 * these tasks.
 *
 * @param reviewers the workspace's reviewers by id. Reviewers with valid credentials are not affected.
 */
export function decideExpiry(
  state: AssignmentState,
  reviewers: readonly ReviewerRecord[],
  context: TaskContext,
): TaskDecision {
  const changes = new TaskChanges(state, context);
  const expired = releaseExpired(changes, context);
  for (const reviewer of reviewers)
    if (credentialsExpired(reviewer, context.now)) releaseUnfit(changes, reviewer, context);
  changes.assignOpenSlots(expired);
  return changes.decision();
}

function releaseUnfit(changes: TaskChanges, reviewer: ReviewerRecord, { now }: TaskContext): void {
  const unfit = changes
    .openTasks()
    .filter((task) => changes.hasUnfinished(task, reviewer.id) && whyUnfit(reviewer, task, now) !== null);
  const reason = reviewer.available ? "not_qualified" : "unavailable";
  for (const { id } of unfit) changes.release(id, reviewer.id, reason);
  changes.assignOpenSlots(unfit.map(({ id }) => id));
}
