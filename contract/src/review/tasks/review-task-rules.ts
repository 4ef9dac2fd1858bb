import type { ApiError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import type { Candidate } from "../../domain/review/assign-slots.ts";
import { keepsSlot, openSlots, slotsFor } from "../../domain/review/slots.ts";
import { isOpen, taskCancellationIn } from "../../domain/review/task-states.ts";
import {
  requireCallingReviewer,
  requireNamedReviewer,
  type ReviewerRecord,
} from "../reviewers/reviewer-rules.ts";
import {
  alreadyAssigned,
  holderNotNamed,
  assigneeUnknown,
  noOpenSlot,
  notAssigned,
  reviewerNotQualified,
  taskEnded,
} from "../review-refusals.ts";
import { claimExpiryFrom } from "./claim-expiry.ts";
import { TaskChanges, type TaskContext, type TaskDecision } from "./task-changes.ts";
import { findAssignment, openTaskOf, samplesLeft, type TaskRecord, whyUnfit } from "./task-record.ts";

/** A command that changes one review task. */
export type TaskCommand =
  | { type: "claim" | "release" | "cancel"; id: string }
  | { type: "reassign"; id: string; to: string; from: string | undefined };

/** The state that the caller loads while the workspace's assignments and the task are locked. */
export interface TaskState {
  /** The task, if the caller can access it. */
  task: TaskRecord | undefined;
  /**
   * For `claim` and `release`, the reviewer for whom the API key acts; for `reassign`, the requested reviewer
   * if the caller can access it.
   */
  reviewer: ReviewerRecord | undefined;
  /** The reviewers who can be assigned to a released slot. Only `release` uses this. */
  candidates: readonly Candidate[];
}

/** The outcome of a command that changes one task. */
export interface OneTaskDecision extends TaskDecision {
  /** The task after the command. */
  record: TaskRecord;
}

/** Requires that a task exists. @throws {ApiError} 404 `not_found` if it is inaccessible. */
export function requireTask<T extends TaskRecord>(task: T | undefined, id: string): T {
  if (!task) throw notFound("review_task", id);
  return task;
}

/**
 * Decides a command that changes one review task.
 *
 * @throws {ApiError} in this order: 403 for a claim or release with a key without a reviewer; 404; 409 for a
 *   task in a final state. For `claim`, also the result of `slotRefusal`. For `release`, 409 if the reviewer
 *   is not assigned. For `reassign`, 422 for a reviewer who is unknown, does not qualify or is not available;
 *   409 for a reviewer who is already assigned; 422 if the reviewer in `from` is not assigned; 400 if `from`
 *   is absent, several reviewers are assigned and no slot is open.
 */
export function decideReviewTask(
  state: TaskState,
  command: TaskCommand,
  context: TaskContext,
): OneTaskDecision {
  const actor = command.type === "claim" || command.type === "release";
  if (actor) requireCallingReviewer(state.reviewer);
  const task = requireTask(state.task, command.id);
  const changes = new TaskChanges({ tasks: [task], candidates: state.candidates }, context);
  if (command.type === "cancel") cancel(changes, task, context);
  else {
    if (!isOpen(task.status)) throw taskEnded(task.id, task.status);
    if (command.type === "reassign") reassign({ changes, task, context }, state.reviewer, command);
    else {
      const reviewer = requireCallingReviewer(state.reviewer);
      if (command.type === "claim") claim({ changes, task, context }, reviewer);
      else release(changes, task, reviewer);
    }
  }
  return { ...changes.decision(), record: changes.get(task.id) };
}

interface Change {
  changes: TaskChanges;
  task: TaskRecord;
  context: TaskContext;
}

/** Claims the reviewer's assigned slot, or else an open slot. Extends an existing claim. */
function claim(change: Change, reviewer: ReviewerRecord): void {
  const { changes, task, context } = change;
  const held = findAssignment(task, reviewer.id);
  if (!held) {
    const refusal = slotRefusal(task, reviewer, context.now);
    if (refusal) throw refusal;
    claimSlot(change, reviewer.id);
    return;
  }
  const renewed = {
    ...held,
    claimedAt: held.claimedAt ?? context.now,
    expiresAt: held.expiresAt === null ? null : claimExpiryFrom(context),
  };
  changes.update(task.id, {
    assignments: task.assignments.map((one) => (one === held ? renewed : one)),
  });
}

/**
 * Returns the reason why a reviewer without an assignment cannot claim an open slot of a task.
 *
 * @returns 409 if the task is in a final state; 422 if the reviewer does not qualify or is not available; 409
 *   if the task has no open slot for the reviewer; undefined if the reviewer can claim a slot.
 */
export function slotRefusal(task: TaskRecord, reviewer: ReviewerRecord, now: number): ApiError | undefined {
  if (!isOpen(task.status)) return taskEnded(task.id, task.status);
  const reason = whyUnfit(reviewer, task, now);
  if (reason !== null) return reviewerNotQualified(reviewer.id, reason);
  const slots = openTaskOf(task);
  if (slotsFor(slots, reviewer.id) > 0) return undefined;
  return openSlots(slots) > 0 ? notAssigned(task.id) : noOpenSlot(task.id, task.reviewsRequired);
}

/**
 * Assigns an open slot to a reviewer as a claim. If a manual task reserves the slot for the reviewer, the
 * claim does not expire and the slot stays theirs until they release it.
 */
export function claimSlot({ changes, task, context }: Change, reviewer: string): void {
  const slots = openTaskOf(task);
  const isTheirs = keepsSlot(slots) && slots.wanted === reviewer;
  changes.assign(task.id, reviewer, { expiresAt: isTheirs ? null : claimExpiryFrom(context) });
}

/**
 * Releases a reviewer's slot. A reviewer who has reviewed every sample keeps the slot, because no work is
 * left to release.
 */
function release(changes: TaskChanges, task: TaskRecord, reviewer: ReviewerRecord): void {
  if (!findAssignment(task, reviewer.id)) throw notAssigned(task.id);
  if (samplesLeft(task, reviewer.id) <= 0) return;
  changes.release(task.id, reviewer.id, "released");
  changes.update(task.id, { declined: [...task.declined, reviewer.id] });
  changes.assignOpenSlots([task.id]);
}

function cancel(changes: TaskChanges, task: TaskRecord, { now }: TaskContext): void {
  const effect = taskCancellationIn(task.status);
  if (effect === "refuse") throw taskEnded(task.id, task.status);
  if (effect === "same_answer") return;
  const assignments = task.assignments.map((one) => ({ ...one, expiresAt: null }));
  changes.update(task.id, { status: "cancelled", cancelledAt: now, assignments });
}

function reassign(
  { changes, task, context }: Change,
  named: ReviewerRecord | undefined,
  { to, from }: { to: string; from: string | undefined },
): void {
  const path = "/reviewer_id";
  const reviewer = requireNamedReviewer(named, { named: to, path });
  const reason = whyUnfit(reviewer, task, context.now);
  if (reason !== null) throw reviewerNotQualified(to, reason, path);
  if (findAssignment(task, reviewer.id)) throw alreadyAssigned(task.id, to);
  const losing = losingReviewer(task, from);
  if (losing !== undefined) changes.release(task.id, losing, "reassigned");
  keepSlotFor(changes, task, { losing, next: reviewer.id });
  changes.assign(task.id, reviewer.id, null);
}

/**
 * Returns the reviewer who loses a slot in a reassignment. Returns undefined if the new reviewer gets an open
 * slot.
 */
function losingReviewer(task: TaskRecord, from: string | undefined): string | undefined {
  const { holders, ...slots } = openTaskOf(task);
  if (from !== undefined) {
    if (!holders.includes(from)) throw assigneeUnknown(from);
    return from;
  }
  if (openSlots({ ...slots, holders }) > 0) return undefined;
  if (holders.length > 1) throw holderNotNamed(holders);
  return holders[0];
}

/** Reserves a manual task's slot for the new reviewer if it was reserved for the previous one. */
function keepSlotFor(
  changes: TaskChanges,
  task: TaskRecord,
  { losing, next }: { losing: string | undefined; next: string },
): void {
  const { mode, reviewer_id: wanted } = task.assignment;
  if (mode !== "manual" || wanted === null) return;
  const moves = losing === undefined ? !findAssignment(task, wanted) : losing === wanted;
  if (moves) changes.update(task.id, { assignment: { ...task.assignment, reviewer_id: next } });
}
