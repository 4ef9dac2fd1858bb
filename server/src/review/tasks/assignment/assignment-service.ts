import type { UnassignedReason } from "@assay/contract/review/review-events";
import { formatId } from "@assay/contract/platform/ids";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import {
  assignPlaces,
  disqualification,
  isWaiting,
  statusHeldBy,
  type TaskNeeds,
} from "@assay/contract/domain";
import { uuidOf } from "../../../platform/db/record-columns.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { listCandidates } from "../../reviewers/reviewer-queries.ts";
import {
  type HeldTaskRow,
  heldTasks,
  lockTasks,
  openTaskOf,
  storeStates,
  type TaskState,
  touchReviewers,
  unfinishedTasks,
  waitingTasks,
} from "./assignment-queries.ts";
import { deleteDecline, deleteHolds, insertHolds, type Place } from "./hold-queries.ts";
import { insertTaskEvents, taskAssigned, taskUnassigned } from "../task-events.ts";
import type { TaskRow } from "../task-queries.ts";

/**
 * Makes who is assigned what one thing after the other in a workspace: whoever decides it holds this until the end of
 * the transaction, and sees what those before have decided. Taken after an evaluation's row and before a task's.
 */
export async function lockAssignments(tx: Tx, workspaceId: string): Promise<void> {
  await tx.raw("select pg_advisory_xact_lock(hashtextextended('assay assignments ' || ?, 0))", [workspaceId]);
}

/** Fills open places of waiting tasks, as far as somebody fits. The caller holds the lock on assignments. */
export async function assignWaiting(tx: Tx, deps: PlatformDeps, workspaceId: string): Promise<void> {
  await assign(tx, deps, workspaceId, () => waitingTasks(tx, workspaceId));
}

/** The same for some tasks alone. */
export async function assignTasks(
  tx: Tx,
  deps: PlatformDeps,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await assign(tx, deps, workspaceId, () => heldTasks(tx, workspaceId, ids));
}

async function assign(
  tx: Tx,
  deps: PlatformDeps,
  workspaceId: string,
  read: () => Promise<HeldTaskRow[]>,
): Promise<void> {
  const reviewers = await listCandidates(tx, workspaceId);
  if (reviewers.length === 0) return;
  const tasks = await read();
  const now = deps.now();
  const given = assignPlaces(tasks.map(openTaskOf), reviewers, now.getTime());
  if (given.length === 0) return;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  for (const { task, reviewer } of given) byId.get(task)?.holders.push(reviewer);
  const changed = new Set(given.map(({ task }) => task));
  // A task that was completed or cancelled since it was read takes nobody any more.
  const open = await storeStates(tx, workspaceId, tasks.filter(({ id }) => changed.has(id)).map(stateOf));
  const places = given
    .filter(({ task }) => open.has(task))
    .map(({ task, reviewer }): Place => ({ task_id: task, reviewer_id: reviewer }));
  await insertHolds(tx, workspaceId, { places, assigned_at: now, claimed_at: null, lapses_at: null });
  await touchReviewers(tx, workspaceId, { ids: places.map((place) => place.reviewer_id), at: now });
  const told = places.flatMap(({ task_id: id, reviewer_id: reviewer }) => {
    const task = byId.get(id);
    return task ? [taskAssigned(task, reviewer)] : [];
  });
  await insertTaskEvents(tx, deps, told);
}

/** What follows for a task from who holds it. */
const stateOf = (row: HeldTaskRow): TaskState => ({
  id: row.id,
  status: statusHeldBy(row.status, row.holders.length),
  waiting: isWaiting(openTaskOf(row)),
});

/** Stores what follows for tasks from who holds them now. */
async function refreshStates(tx: Tx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await storeStates(tx, workspaceId, (await heldTasks(tx, workspaceId, ids)).map(stateOf));
}

/**
 * Gives a reviewer a place of a task. The caller holds both locks and has seen that they may have it.
 *
 * @param place.claim null: it was assigned; else it is a claim, which lapses, or not.
 */
export async function givePlace(
  tx: Tx,
  deps: PlatformDeps,
  task: TaskRow,
  { reviewer, claim }: { reviewer: ReviewerRecord; claim: { lapsesAt: Date | null } | null },
): Promise<void> {
  const { workspace_id: workspaceId, id } = task;
  const now = deps.now();
  const reviewerId = uuidOf("reviewer", reviewer.id);
  await insertHolds(tx, workspaceId, {
    places: [{ task_id: id, reviewer_id: reviewerId }],
    assigned_at: now,
    claimed_at: claim && now,
    lapses_at: claim && claim.lapsesAt,
  });
  await deleteDecline(tx, task, reviewerId);
  await refreshStates(tx, workspaceId, [id]);
  await touchReviewers(tx, workspaceId, { ids: [reviewerId], at: now });
  await insertTaskEvents(tx, deps, [taskAssigned(task, reviewerId)]);
}

/**
 * Ends holds of open tasks under which something is still to be reviewed; what was reviewed stays. The places are open
 * then: the caller, who holds the lock on assignments, lets them be filled.
 *
 * @returns the ids of the tasks that somebody lost.
 */
export async function releasePlaces(
  tx: Tx,
  deps: PlatformDeps,
  {
    workspaceId,
    places,
    reason,
  }: { workspaceId: string; places: readonly Place[]; reason: UnassignedReason },
): Promise<string[]> {
  if (places.length === 0) return [];
  await lockTasks(
    tx,
    workspaceId,
    places.map((place) => place.task_id),
  );
  const released = await deleteHolds(tx, workspaceId, places);
  const ids = [...new Set(released.map((place) => place.task_id))];
  const tasks = await heldTasks(tx, workspaceId, ids);
  await storeStates(tx, workspaceId, tasks.map(stateOf));
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const told = released.flatMap(({ task_id: id, reviewer_id: reviewer }) => {
    const task = byId.get(id);
    return task ? [taskUnassigned(task, reviewer, reason)] : [];
  });
  await insertTaskEvents(tx, deps, told);
  return ids;
}

/**
 * Locks the open tasks that a reviewer holds. Before the reviewer's own row is changed: who submits a review has the
 * task's row first, and the reviewer's after it.
 */
export async function lockHeldTasks(tx: Tx, workspaceId: string, reviewerId: string): Promise<void> {
  const tasks = await unfinishedTasks(tx, workspaceId, reviewerId);
  await lockTasks(
    tx,
    workspaceId,
    tasks.map(({ id }) => id),
  );
}

/** Takes from a reviewer what they no longer qualify for or cannot take up. The caller holds the lock on assignments. */
export async function releaseUnfit(
  tx: Tx,
  deps: PlatformDeps,
  { workspaceId, reviewer }: { workspaceId: string; reviewer: ReviewerRecord },
): Promise<void> {
  const reviewerId = uuidOf("reviewer", reviewer.id);
  const held = await unfinishedTasks(tx, workspaceId, reviewerId);
  const unfit = held.filter(
    (task) => !reviewer.available || whyUnqualified(reviewer, task, deps.now()) !== null,
  );
  const ids = await releasePlaces(tx, deps, {
    workspaceId,
    places: unfit.map(({ id }) => ({ task_id: id, reviewer_id: reviewerId })),
    reason: reviewer.available ? "not_qualified" : "unavailable",
  });
  if (ids.length > 0) await assignTasks(tx, deps, workspaceId, ids);
}

/** Why a reviewer does not qualify for a task, as half a sentence; null when they do. */
export const whyUnqualified = (
  reviewer: ReviewerRecord,
  task: Pick<TaskRow, "project_id" | "required_credentials" | "specialty">,
  now: Date,
): string | null => disqualification(reviewer, needsOf(task), { now: now.getTime() });

const needsOf = (task: Pick<TaskRow, "project_id" | "required_credentials" | "specialty">): TaskNeeds => ({
  project: formatId("project", task.project_id),
  requiredCredentials: task.required_credentials,
  specialty: task.specialty,
});
