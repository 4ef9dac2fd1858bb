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
import { findReviewer, listCandidates } from "../reviewers/reviewer-queries.ts";
import { lookUpReviewer } from "../reviewers/reviewer-service.ts";
import { lockAssignments, taskContext } from "./assignment/assignment-service.ts";
import { commitTasks } from "./store-tasks.ts";
import { findTask, lockTask } from "./task-queries.ts";

/** The reviewer as whom a key acts, or undefined. */
export async function findOwnReviewer(
  db: Knex,
  { reviewerId, workspaceId }: Caller,
): Promise<ReviewerRecord | undefined> {
  // A key may be restricted to projects in which its own reviewer does not review; it acts as them all the same.
  return reviewerId === null ? undefined : findReviewer(db, { workspaceId, projects: null }, reviewerId);
}

/** The reviewer as whom a key acts. @throws {ApiError} 403 when it acts as none. */
export const callingReviewer = async (db: Knex, caller: Caller): Promise<ReviewerRecord> =>
  requireCallingReviewer(await findOwnReviewer(db, caller));

/** A task by the public id. @throws {ApiError} 404 when the caller cannot reach it. */
export const getTask = async (db: Knex, reach: Reach, id: string): Promise<TaskRecord> =>
  requireTask(await findTask(db, reach, idOrNone("review_task", id)), id);

/**
 * Carries out a command on one task. The lock on assignments is taken before the task's; the reviewer is read once both are
 * held, as the command that was waited for may have changed them.
 *
 * @returns the task afterwards.
 * @throws {ApiError} what `decideReviewTask` refuses.
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
  return decision.record;
}
