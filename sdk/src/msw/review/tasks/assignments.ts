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
import { type Candidate, isOpen } from "@assay/contract/domain";
import { queueEvent } from "../../platform/state/outbox.ts";
import type { ReviewCaller, ReviewState } from "../review-tables.ts";

/** What assigning tasks to reviewers needs to know. */
export type Assigning = Pick<ReviewState, "clock" | "newId" | "claimMinutes"> & {
  caller: Pick<ReviewCaller, "workspace">;
};

/** What the rules of tasks need besides the state. */
export const taskContext = ({ clock, claimMinutes }: Assigning) => ({ now: clock.now(), claimMinutes });

/** Samples of tasks assigned to a reviewer that they have still to review. */
export const pendingCount = ({ caller }: Pick<Assigning, "caller">, { id }: ReviewerRecord): number =>
  [...caller.workspace.reviewTasks.values()]
    .filter((task) => isOpen(task.status) && findAssignment(task, id))
    .reduce((sum, task) => sum + samplesLeft(task, id), 0);

/** Who may be assigned tasks. */
export const candidatesOf = (call: Pick<Assigning, "caller">): Candidate[] =>
  [...call.caller.workspace.reviewers.values()].map((reviewer) => ({
    ...reviewer,
    pending: pendingCount(call, reviewer),
  }));

const stateOf = (call: Assigning): AssignmentState => ({
  tasks: [...call.caller.workspace.reviewTasks.values()],
  candidates: candidatesOf(call),
});

/** Stores a decision about tasks whole, in one go. */
export function applyTaskDecision(
  { caller: { workspace }, clock }: Assigning,
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

/** Assigns open slots of waiting tasks, as far as somebody qualifies. */
export const assignWaiting = (call: Assigning): void =>
  applyTaskDecision(call, decideAssignments(stateOf(call), taskContext(call)));

/** Takes from a reviewer what they no longer qualify for, or cannot do while not available. */
export const releaseUnfit = (call: Assigning, reviewer: ReviewerRecord): void =>
  applyTaskDecision(call, decideUnfit(stateOf(call), reviewer, taskContext(call)));

/** Stores new tasks, and assigns them as far as somebody qualifies. */
export function createTasks(call: Assigning, tasks: readonly NewTask[]): void {
  const { reviewTasks } = call.caller.workspace;
  for (const task of tasks) reviewTasks.set(task.id, { ...task, isOverdueEmitted: false });
  const state = { tasks, candidates: candidatesOf(call) };
  applyTaskDecision(call, decideNewAssignments(state, taskContext(call)));
}

/** Ends what time has ended: claims, and assignments of reviewers whose credentials have expired. */
export function expireAssignments(call: Assigning): void {
  const reviewers = [...call.caller.workspace.reviewers.values()];
  applyTaskDecision(call, decideExpiry(stateOf(call), reviewers, taskContext(call)));
}

/** Emits of each task that was not completed when it was due that it is overdue, once. */
export function emitOverdue({ caller: { workspace }, clock }: Assigning): void {
  const now = clock.now();
  for (const task of workspace.reviewTasks.values()) {
    const { dueAt, isOverdueEmitted, status } = task;
    if (dueAt === null || isOverdueEmitted || !isOpen(status) || dueAt >= now) continue;
    workspace.reviewTasks.set(task.id, { ...task, isOverdueEmitted: true });
    queueEvent<ReviewEvent>(workspace, taskOverdue(task, now));
  }
}
