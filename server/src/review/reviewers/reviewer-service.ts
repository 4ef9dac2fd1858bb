import {
  decideReviewer,
  type ReviewerCommand,
  type ReviewerRecord,
  requireReviewer,
} from "@assay/contract/review/reviewers/reviewer-rules";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import {
  appendsNothing,
  commitDecision,
  emitsNothing,
  neverChanges,
} from "../../platform/db/commit-decision.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { reachedProjects } from "../../workspace/projects/project-service.ts";
import { type CountedReviewer, findReviewer, insertReviewer, updateReviewer } from "./reviewer-queries.ts";

/** The steps for review tasks that run when a reviewer is created or changed. */
export interface ReviewerAssignments {
  /** Locks the assignments of a workspace until the transaction ends. */
  lockAssignments: (tx: Tx, workspaceId: string) => Promise<void>;
  /** Locks the open tasks assigned to a reviewer, before the reviewer's own row is changed. */
  lockHeldTasks: (tx: Tx, workspaceId: string, reviewerId: string) => Promise<void>;
  /** Releases the slots that a reviewer no longer qualifies for, and assigns them to other reviewers. */
  releaseSlots: (
    tx: Tx,
    deps: PlatformDeps,
    held: { workspaceId: string; reviewer: ReviewerRecord },
  ) => Promise<void>;
  /** Assigns waiting tasks to qualified reviewers. */
  assignWaiting: (tx: Tx, deps: PlatformDeps, workspaceId: string) => Promise<void>;
}

/** The dependencies of creating and changing reviewers. */
export interface ReviewerDeps extends PlatformDeps {
  assignments: ReviewerAssignments;
}

/** Returns a reviewer by the public id. @throws {ApiError} 404 if the caller cannot access the reviewer. */
export const getReviewer = async (db: Knex, reach: Reach, id: string): Promise<CountedReviewer> =>
  requireReviewer(await lookUpReviewer(db, reach, id), id);

/** Finds a reviewer by the public id. */
export async function lookUpReviewer(
  db: Knex,
  reach: Reach,
  id: string,
): Promise<CountedReviewer | undefined> {
  const uuid = parseId("reviewer", id);
  return uuid === undefined ? undefined : findReviewer(db, reach, uuid);
}

/**
 * Runs a command on a reviewer. If the reviewer no longer qualifies for a task, or is no longer available for
 * it, the task is assigned to somebody else. Afterwards, waiting tasks are assigned to the reviewer. The
 * tasks that the reviewer holds are locked before the reviewer's row is changed.
 *
 * @throws {ApiError} the refusals that `decideReviewer` returns.
 */
export async function commandReviewer(
  tx: Tx,
  deps: ReviewerDeps,
  { caller, command }: { caller: Caller; command: ReviewerCommand },
): Promise<CountedReviewer> {
  const { assignments } = deps;
  const { workspaceId } = caller;
  await assignments.lockAssignments(tx, workspaceId);
  const reviewer = command.type === "create" ? undefined : await lookUpReviewer(tx, caller, command.id);
  if (reviewer) await assignments.lockHeldTasks(tx, workspaceId, uuidOf("reviewer", reviewer.id));
  const reached = await reachedProjects(tx, caller, command.body.projects ?? []);
  const decision = decideReviewer({ reviewer, reachedProjects: reached }, command, ruleContext(deps, caller));
  await commitDecision(decision, {
    insert: (record) => insertReviewer(tx, workspaceId, record),
    update: async (id, set) => {
      if (!(await updateReviewer(tx, { reach: caller, id }, set)))
        throw new Error(`Reviewer ${id} not found although assignments are locked.`);
    },
    delete: neverChanges,
    append: appendsNothing,
    emit: emitsNothing,
  });
  const { record } = decision;
  if (reviewer) await assignments.releaseSlots(tx, deps, { workspaceId, reviewer: record });
  await assignments.assignWaiting(tx, deps, workspaceId);
  return getReviewer(tx, caller, record.id);
}
