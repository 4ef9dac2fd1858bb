import type { ApiError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import type { Candidate } from "../../domain/review/assign-places.ts";
import { keepsSlot, openSlots, placesFor } from "../../domain/review/places.ts";
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
import { claimExpiryFrom, TaskChanges, type TaskContext, type TaskDecision } from "./task-changes.ts";
import { findAssignment, openTaskOf, samplesLeft, type TaskRecord, whyUnfit } from "./task-record.ts";

/** A request that changes one review task. */
export type TaskCommand =
  | { type: "claim" | "release" | "cancel"; id: string }
  | { type: "reassign"; id: string; to: string; from: string | undefined };

/** What the caller has loaded, with the assignments of the workspace and the task locked. */
export interface TaskState {
  /** The task, when the caller can reach it. */
  task: TaskRecord | undefined;
  /** Of `claim` and `release` the reviewer as whom the key acts, of `reassign` the one named, if the caller can reach them. */
  reviewer: ReviewerRecord | undefined;
  /** Who may be assigned the task instead; read for `release` only. */
  candidates: readonly Candidate[];
}

/** The outcome of a command on one task. */
export interface OneTaskDecision extends TaskDecision {
  /** The task afterwards. */
  record: TaskRecord;
}

/** A task that was looked up. @throws {ApiError} 404 `not_found` when the caller cannot reach it. */
export function requireTask<T extends TaskRecord>(task: T | undefined, id: string): T {
  if (!task) throw notFound("review_task", id);
  return task;
}

/**
 * Decides a command on one review task.
 *
 * @throws {ApiError} in this order: 403 for a key without a reviewer that claims or releases; 404; 409 for a task that has
 *   ended; of `claim` what `slotRefusal` returns; of `release` 409 when the reviewer is not assigned the task; of
 *   `reassign` 422 for a reviewer who is unknown, does not qualify or is not available, 409 for one who is assigned the
 *   task already, 422 for a `from` who is not, 400 when several are, no slot is open and none is named.
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

/** The reviewer claims an open slot, or what they are assigned: their claim then expires later. */
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
 * Why a reviewer who is not assigned a task cannot claim an open slot of it.
 *
 * @returns 409 for a task that has ended; 422 for a reviewer who does not qualify or is not available; 409 when no slot is
 *   left for them; undefined: they can.
 */
export function slotRefusal(task: TaskRecord, reviewer: ReviewerRecord, now: number): ApiError | undefined {
  if (!isOpen(task.status)) return taskEnded(task.id, task.status);
  const reason = whyUnfit(reviewer, task, now);
  if (reason !== null) return reviewerNotQualified(reviewer.id, reason);
  const slots = openTaskOf(task);
  if (placesFor(slots, reviewer.id) > 0) return undefined;
  return openSlots(slots) > 0 ? notAssigned(task.id) : noOpenSlot(task.id, task.reviewsRequired);
}

/** Gives a reviewer an open slot as a claim; the slot that a manual task keeps for them is theirs until they release it. */
export function claimSlot({ changes, task, context }: Change, reviewer: string): void {
  const slots = openTaskOf(task);
  const isTheirs = keepsSlot(slots) && slots.wanted === reviewer;
  changes.assign(task.id, reviewer, { expiresAt: isTheirs ? null : claimExpiryFrom(context) });
}

/** A reviewer who has reviewed all of the task keeps the slot: nothing is left to release. */
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

/** Whose slot is given to another; undefined: an open one is. */
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

/** A slot that a manual task keeps, or kept, for a reviewer is kept for the one who takes it over. */
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
