import {
  alreadyHolds,
  holderNotNamed,
  holderUnknown,
  notAssigned,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import { requireCallingReviewer, type ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { notFound } from "@assay/contract/platform/refusals";
import {
  isOpen,
  notAvailable,
  openPlaces,
  openTaskStatuses,
  taskCancellationIn,
} from "@assay/contract/domain";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { findReviewer } from "../reviewers/reviewer-queries.ts";
import { heldTasks, openTaskOf } from "./assignment/assignment-queries.ts";
import {
  assignTasks,
  givePlace,
  lockAssignments,
  releasePlaces,
  whyUnqualified,
} from "./assignment/assignment-service.ts";
import { resolveReviewer } from "./create-task.ts";
import { deletePlace, endLapses, holdOf, insertDecline, updateHold } from "./assignment/hold-queries.ts";
import { lapseFrom, takePlace } from "./assignment/take-place.ts";
import { insertTaskEvents, taskUnassigned } from "./task-events.ts";
import { findTask, lockTask, moveTask, type TaskRow } from "./task-queries.ts";

/** The reviewer as whom a key acts. @throws {ApiError} 403 when it acts as none. */
export async function callingReviewer(db: Knex, caller: Caller): Promise<ReviewerRecord> {
  const { reviewerId, workspaceId } = caller;
  // A key may be restricted to projects in which its own reviewer does not review; it acts as them all the same.
  const reviewer = reviewerId && (await findReviewer(db, { workspaceId, projects: null }, reviewerId));
  return requireCallingReviewer(reviewer || undefined);
}

/** A task by its public id. @throws {ApiError} 404 when the caller cannot reach it. */
export async function getTask(db: Knex, reach: Reach, publicId: string): Promise<TaskRow> {
  const id = parseId("review_task", publicId);
  const row = id && (await findTask(db, reach, id));
  if (!row) throw notFound("review_task", publicId);
  return row;
}

/** Takes the lock on assignments, then a task's. @throws {ApiError} 404 when the caller cannot reach it. */
async function lockReachable(tx: Tx, reach: Reach, publicId: string): Promise<TaskRow> {
  await lockAssignments(tx, reach.workspaceId);
  const id = parseId("review_task", publicId);
  const row = id && (await lockTask(tx, reach, id));
  if (!row) throw notFound("review_task", publicId);
  return row;
}

/**
 * The calling reviewer takes an open place, or takes up what they hold: their claim then lapses later.
 *
 * @throws {ApiError} 403 for a key without a reviewer; 404; what `takePlace` refuses.
 */
export async function claimTask(
  tx: Tx,
  deps: PlatformDeps,
  caller: Caller,
  publicId: string,
): Promise<TaskRow> {
  const id = uuidOf("reviewer", (await callingReviewer(tx, caller)).id);
  const task = await lockReachable(tx, caller, publicId);
  // Read again: what the lock waited for may have changed who they are.
  const reviewer = await callingReviewer(tx, caller);
  if (!isOpen(task.status)) throw taskEnded(publicId, task.status);
  const hold = await holdOf(tx, task, { id });
  if (hold) {
    const now = deps.now();
    await updateHold(tx, task, {
      reviewerId: id,
      claimed_at: hold.claimed_at ?? now,
      lapses_at: hold.lapses_at && lapseFrom(deps, now),
    });
  } else {
    const taken = await takePlace(tx, deps, task, reviewer);
    if ("refusal" in taken) throw taken.refusal;
  }
  return getTask(tx, caller, publicId);
}

/**
 * The calling reviewer gives a task up, and is not asked again; others are, where the mode asks for that. Who has
 * reviewed all of it keeps the place: there is nothing left to give up.
 *
 * @throws {ApiError} 403 for a key without a reviewer; 404; 409 for a task that has ended or that they do not hold.
 */
export async function releaseTask(
  tx: Tx,
  deps: PlatformDeps,
  caller: Caller,
  publicId: string,
): Promise<TaskRow> {
  const reviewerId = uuidOf("reviewer", (await callingReviewer(tx, caller)).id);
  const task = await lockReachable(tx, caller, publicId);
  if (!isOpen(task.status)) throw taskEnded(publicId, task.status);
  if (!(await holdOf(tx, task, { id: reviewerId }))) throw notAssigned(publicId);
  const { workspaceId } = caller;
  const places = [{ task_id: task.id, reviewer_id: reviewerId }];
  const ids = await releasePlaces(tx, deps, { workspaceId, places, reason: "released" });
  if (ids.length > 0) {
    await insertDecline(tx, task, reviewerId);
    await assignTasks(tx, deps, workspaceId, ids);
  }
  return getTask(tx, caller, publicId);
}

/**
 * Ends a task without its reviews; those there are stay. One that is cancelled already comes back as it is.
 *
 * @throws {ApiError} 404; 409 when it has completed.
 */
export async function cancelTask(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  publicId: string,
): Promise<TaskRow> {
  const task = await lockReachable(tx, reach, publicId);
  const effect = taskCancellationIn(task.status);
  if (effect === "refuse") throw taskEnded(publicId, task.status);
  if (effect === "same_answer") return task;
  const cancelled = await moveTask(tx, task, {
    from: openTaskStatuses,
    status: "cancelled",
    waiting: false,
    cancelled_at: deps.now(),
  });
  if (!cancelled) throw new Error(`Task ${task.id} changed although it is locked.`);
  await endLapses(tx, task);
  return cancelled;
}

/**
 * Gives a task to a reviewer: an open place of it, or that of somebody who holds it.
 *
 * @throws {ApiError} 404; 409 for a task that has ended or that the reviewer holds already; 422 for a reviewer who is
 *   unknown, does not qualify or is not available, and for a `from` who does not hold it; 400 when several hold it, no
 *   place is open and none is named.
 */
export async function reassignTask(
  tx: Tx,
  deps: PlatformDeps,
  reach: Reach,
  { publicId, to, from }: { publicId: string; to: string; from: string | undefined },
): Promise<TaskRow> {
  const task = await lockReachable(tx, reach, publicId);
  if (!isOpen(task.status)) throw taskEnded(publicId, task.status);
  const reviewer = await resolveReviewer(tx, reach, { named: to, path: "/reviewer_id" });
  const reason = whyUnqualified(reviewer, task, deps.now()) ?? (reviewer.available ? null : notAvailable);
  if (reason !== null) throw reviewerNotQualified(to, reason, "/reviewer_id");
  const next = uuidOf("reviewer", reviewer.id);
  if (await holdOf(tx, task, { id: next })) throw alreadyHolds(publicId, to);
  const losing = await losingHolder(tx, task, from);
  if (losing !== undefined) {
    await deletePlace(tx, task, losing);
    await insertTaskEvents(tx, deps, [taskUnassigned(task, losing, "reassigned")]);
  }
  await keepPlaceFor(tx, task, { losing, next });
  await givePlace(tx, deps, task, { reviewer, claim: null });
  return getTask(tx, reach, publicId);
}

/** Whose place is given to another; undefined: an open one is. */
async function losingHolder(tx: Tx, task: TaskRow, from: string | undefined): Promise<string | undefined> {
  const [held] = await heldTasks(tx, task.workspace_id, [task.id]);
  if (!held) throw new Error(`Task ${task.id} is not open although it is locked.`);
  const { holders } = held;
  if (from !== undefined) {
    const id = parseId("reviewer", from);
    if (id === undefined || !holders.includes(id)) throw holderUnknown(from);
    return id;
  }
  if (openPlaces(openTaskOf(held)) > 0) return undefined;
  const [only, ...others] = holders;
  if (others.length > 0) throw holderNotNamed(holders.map((id) => formatId("reviewer", id)));
  return only;
}

/** A place that a manual task keeps, or kept, for somebody is kept for who takes it over. */
async function keepPlaceFor(
  tx: Tx,
  task: TaskRow,
  { losing, next }: { losing: string | undefined; next: string },
): Promise<void> {
  const { wanted_reviewer_id: wanted } = task;
  if (task.mode !== "manual" || wanted === null) return;
  const moves = losing === undefined ? !(await holdOf(tx, task, { id: wanted })) : losing === wanted;
  if (moves) await moveTask(tx, task, { from: openTaskStatuses, wanted_reviewer_id: next });
}
