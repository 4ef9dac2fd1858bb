import type { ReviewEvent } from "@assay/contract/review/review-events";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import {
  decideAssignments,
  decideExpiry,
  decideNewAssignments,
  decideUnfit,
} from "@assay/contract/review/tasks/assignment-rules";
import type { AssignmentState, TaskDecision } from "@assay/contract/review/tasks/task-changes";
import { taskOverdue } from "@assay/contract/review/tasks/task-events";
import { findAssignment, type NewTask, samplesLeft } from "@assay/contract/review/tasks/task-record";
import { type Candidate, credentialsExpired, isOpen } from "@assay/contract/domain";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewCaller, ReviewState } from "../review-tables.ts";

/** The parts of a request and of the mock that functions for assigning tasks require. */
export type AssignmentContext = Pick<ReviewState, "clock" | "newId" | "claimMinutes"> & {
  caller: Pick<ReviewCaller, "workspace">;
};

/** Returns the settings that the task rules require in addition to the state. */
export const taskContext = ({ clock, claimMinutes }: AssignmentContext) => ({
  now: clock.now(),
  claimMinutes,
});

/** Returns the number of samples in assigned tasks that a reviewer still has to review. */
export const pendingCount = ({ caller }: Pick<AssignmentContext, "caller">, { id }: ReviewerRecord): number =>
  [...caller.workspace.reviewTasks.values()]
    .filter((task) => isOpen(task.status) && findAssignment(task, id))
    .reduce((sum, task) => sum + samplesLeft(task, id), 0);

/** Returns the reviewers who can receive tasks. */
export const candidatesOf = (call: Pick<AssignmentContext, "caller">): Candidate[] =>
  [...call.caller.workspace.reviewers.values()].map((reviewer) => ({
    ...reviewer,
    pending: pendingCount(call, reviewer),
  }));

const assignmentStateOf = (call: AssignmentContext): AssignmentState => ({
  tasks: [...call.caller.workspace.reviewTasks.values()],
  candidates: candidatesOf(call),
});

/** Stores a decision about tasks: updates tasks and reviewers, and emits the events. */
export function applyTaskDecision(
  { caller: { workspace }, clock }: AssignmentContext,
  { update, active, events }: TaskDecision,
): void {
  for (const task of update) {
    const stored = workspace.reviewTasks.get(task.id);
    if (stored) workspace.reviewTasks.set(task.id, { ...stored, ...task });
  }
  for (const id of active) {
    const reviewer = workspace.reviewers.get(id);
    if (reviewer) workspace.reviewers.set(id, { ...reviewer, lastActiveAt: clock.now() });
  }
  for (const event of events) queueEvent<ReviewEvent>(workspace, event);
}

/** Assigns the open slots of waiting tasks to qualified reviewers. */
export const assignWaiting = (call: AssignmentContext): void =>
  applyTaskDecision(call, decideAssignments(assignmentStateOf(call), taskContext(call)));

/** Releases assignments for which a reviewer is no longer qualified or available. */
export const releaseUnfit = (call: AssignmentContext, reviewer: ReviewerRecord): void =>
  applyTaskDecision(call, decideUnfit(assignmentStateOf(call), reviewer, taskContext(call)));

/** Stores new tasks, and assigns them to qualified reviewers. */
export function createTasks(call: AssignmentContext, tasks: readonly NewTask[]): void {
  const { reviewTasks } = call.caller.workspace;
  for (const task of tasks) reviewTasks.set(task.id, { ...task, isOverdueEmitted: false });
  const state = { tasks, candidates: candidatesOf(call) };
  applyTaskDecision(call, decideNewAssignments(state, taskContext(call)));
}

/** Applies due expirations of claims, and of assignments to reviewers with expired credentials. */
export function expireAssignments(call: AssignmentContext): void {
  const reviewers = [...call.caller.workspace.reviewers.values()];
  const { now } = taskContext(call);
  const isDue = [...call.caller.workspace.reviewTasks.values()].some(({ assignments }) =>
    assignments.some(({ expiresAt }) => expiresAt !== null && expiresAt <= now),
  );
  // Every request calls this function for every workspace, and most have nothing to expire.
  if (!isDue && !reviewers.some((reviewer) => credentialsExpired(reviewer, now))) return;
  applyTaskDecision(call, decideExpiry(assignmentStateOf(call), reviewers, taskContext(call)));
}

/** Emits one overdue event per late task. */
export function emitOverdue({ caller: { workspace }, clock }: AssignmentContext): void {
  const now = clock.now();
  for (const task of workspace.reviewTasks.values()) {
    const { dueAt, isOverdueEmitted, status } = task;
    if (dueAt === null || isOverdueEmitted || !isOpen(status) || dueAt >= now) continue;
    workspace.reviewTasks.set(task.id, { ...task, isOverdueEmitted: true });
    queueEvent<ReviewEvent>(workspace, taskOverdue(task, now));
  }
}
