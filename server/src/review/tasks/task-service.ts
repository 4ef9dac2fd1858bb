import { requireCallingReviewer, type ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import {
  decideReviewTask,
  requireTask,
  type TaskCommand,
} from "@assay/contract/review/tasks/review-task-rules";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { deleteDraftsOf } from "../draft-queries.ts";
import { findReviewer, listCandidates } from "../reviewers/reviewer-queries.ts";
import { lookUpReviewer } from "../reviewers/reviewer-service.ts";
import { lockAssignments, taskContext } from "./assignment/assignment-service.ts";
import { commitTasks } from "./store-tasks.ts";
import { findTask, lockTask } from "./task-queries.ts";

/** Finds the reviewer that an API key acts as. */
export async function findOwnReviewer(
  db: Knex,
  { reviewerId, workspaceId }: Caller,
): Promise<ReviewerRecord | undefined> {
  // An API key acts as its reviewer even if it is restricted to projects outside of the reviewer's projects.
  return reviewerId === null ? undefined : findReviewer(db, { workspaceId, projects: null }, reviewerId);
}

/**
 * Returns the reviewer that an API key acts as.
 *
 * @throws {ApiError} 403 if the key does not act as a reviewer.
 */
export const callingReviewer = async (db: Knex, caller: Caller): Promise<ReviewerRecord> =>
  requireCallingReviewer(await findOwnReviewer(db, caller));

/** Returns a task by the public id. @throws {ApiError} 404 if the caller cannot access the task. */
export const getTask = async (db: Knex, reach: Reach, id: string): Promise<TaskRecord> =>
  requireTask(await findTask(db, reach, idOrNone("review_task", id)), id);

/**
 * Runs a command on one task. Takes the lock on assignments before the task's lock. Reads the reviewer while
 * both locks are held, because a concurrent command may have changed the reviewer.
 *
 * @returns the resulting task.
 * @throws {ApiError} the refusals of `decideReviewTask`.
 */
export async function commandTask(
  tx: Tx,
  deps: PlatformDeps,
  { caller, command }: { caller: Caller; command: TaskCommand },
): Promise<TaskRecord> {
  const { workspaceId } = caller;
  const { type, id } = command;
  await lockAssignments(tx, workspaceId);
  const state = {
    task: await lockTask(tx, caller, idOrNone("review_task", id)),
    reviewer:
      type === "reassign" ? await lookUpReviewer(tx, caller, command.to) : await findOwnReviewer(tx, caller),
    candidates: type === "release" ? await listCandidates(tx, workspaceId) : [],
  };
  const decision = decideReviewTask(state, command, taskContext(deps));
  await commitTasks(tx, deps, { workspaceId, decision });
  if (type === "cancel")
    await deleteDraftsOf(tx, { workspaceId, taskId: uuidOf("review_task", decision.record.id) });
  return decision.record;
}
