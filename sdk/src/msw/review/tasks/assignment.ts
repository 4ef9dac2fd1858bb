import type { UnassignedReason } from "@assay/contract/review/review-events";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { ApiError } from "@assay/contract/platform/errors";
import {
  noPlaceLeft,
  notAssigned,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import { taskPriorities } from "@assay/contract/evaluation/routing/task-priority";
import {
  assignPlaces,
  type Candidate,
  credentialsExpired,
  disqualification,
  isOpen,
  isWaiting,
  keepsPlace,
  notAvailable,
  openPlaces,
  type OpenTask,
  placesFor,
  statusHeldBy,
  statusReviewed,
} from "@assay/contract/domain";
import { type Assigning, tellAssigned, tellCompleted, tellOverdue, tellUnassigned } from "./task-events.ts";
import type { HoldRow, ReviewTables, TaskRow } from "../review-tables.ts";

/** A task as the rules of assignment see it. */
export const openTaskOf = (task: TaskRow): OpenTask => ({
  id: task.id,
  project: task.project,
  mode: task.assignment.mode,
  wanted: task.assignment.reviewer_id,
  requiredCredentials: task.assignment.required_credentials,
  specialty: task.assignment.specialty,
  reviewsRequired: task.reviewsRequired,
  holders: task.holds.map(({ reviewer }) => reviewer),
  samples: task.samples.length,
  declined: task.declined,
});

/** How many samples of a task a reviewer has reviewed. */
export function reviewedBy({ reviews }: ReviewTables, task: TaskRow, reviewer: string): number {
  let count = 0;
  for (const review of reviews.values())
    if (review.task === task.id && review.reviewer === reviewer) count += 1;
  return count;
}

/** A reviewer's hold of a task; undefined when they do not hold it. */
export const holdOf = (task: TaskRow, reviewer: string): HoldRow | undefined =>
  task.holds.find((hold) => hold.reviewer === reviewer);

/** Samples of tasks held that the reviewer has still to review. */
export function pendingCount({ caller }: Pick<Assigning, "caller">, { id }: ReviewerRecord): number {
  let count = 0;
  for (const task of caller.workspace.reviewTasks.values())
    if (isOpen(task.status) && holdOf(task, id))
      count += task.samples.length - reviewedBy(caller.workspace, task, id);
  return count;
}

/** Fills open places of waiting tasks, as far as somebody fits: the most urgent first, then the oldest. */
export function assignWaiting(call: Assigning): void {
  const { caller, clock } = call;
  const { workspace } = caller;
  const waiting = [...workspace.reviewTasks.values()]
    .filter((task) => isOpen(task.status) && isWaiting(openTaskOf(task)))
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b) || (a.id < b.id ? -1 : 1));
  if (waiting.length === 0) return;
  const candidates = [...workspace.reviewers.values()].map((reviewer): Candidate => ({
    ...reviewer,
    pending: pendingCount({ caller }, reviewer),
  }));
  const now = clock.now();
  for (const { task, reviewer } of assignPlaces(waiting.map(openTaskOf), candidates, now)) {
    const row = workspace.reviewTasks.get(task);
    if (row) storeHold(call, row, { reviewer, assignedAt: now, claimedAt: null, lapsesAt: null });
  }
}

const urgencyOf = ({ priority }: TaskRow): number => taskPriorities.indexOf(priority);

function storeHold(call: Assigning, task: TaskRow, row: HoldRow): void {
  task.holds.push(row);
  task.status = statusHeldBy(task.status, task.holds.length);
  const reviewer = call.caller.workspace.reviewers.get(row.reviewer);
  if (reviewer) reviewer.lastActiveAt = row.assignedAt;
  tellAssigned(call, task, row.reviewer);
}

/** Gives a reviewer a place of a task. @param claim null: it was assigned; else it is a claim, which lapses, or not. */
export function givePlace(
  call: Assigning,
  task: TaskRow,
  { reviewer, claim }: { reviewer: string; claim: { lapsesAt: number | null } | null },
): HoldRow {
  const now = call.clock.now();
  const row = { reviewer, assignedAt: now, claimedAt: claim && now, lapsesAt: claim && claim.lapsesAt };
  task.declined.delete(reviewer);
  storeHold(call, task, row);
  return row;
}

/** Ends a reviewer's hold of a task; what they reviewed stays. */
export function endHold(
  call: Assigning,
  task: TaskRow,
  { reviewer, reason }: { reviewer: string; reason: UnassignedReason },
): void {
  task.holds = task.holds.filter((one) => one.reviewer !== reviewer);
  task.status = statusHeldBy(task.status, task.holds.length);
  tellUnassigned(call, task, { reviewer, reason });
}

/** Whether a reviewer has anything to give up of a task: who has reviewed all of it keeps the place. */
export const isUnfinished = (workspace: ReviewTables, task: TaskRow, reviewer: string): boolean =>
  reviewedBy(workspace, task, reviewer) < task.samples.length;

/** Why a reviewer does not qualify for a task, as half a sentence; null when they do. */
export const whyUnqualified = (reviewer: ReviewerRecord, task: TaskRow, now: number): string | null =>
  disqualification(reviewer, openTaskOf(task), { now });

/** Why a reviewer cannot be given a task; null when they can. */
export const whyUnfit = (reviewer: ReviewerRecord, task: TaskRow, now: number): string | null =>
  whyUnqualified(reviewer, task, now) ?? (reviewer.available ? null : notAvailable);

/** Takes from a reviewer what they no longer qualify for or cannot take up. */
export function releaseUnfit(call: Assigning, reviewer: ReviewerRecord): void {
  const { workspace } = call.caller;
  let released = false;
  for (const task of workspace.reviewTasks.values()) {
    if (!isOpen(task.status) || !holdOf(task, reviewer.id)) continue;
    if (whyUnfit(reviewer, task, call.clock.now()) === null) continue;
    if (!isUnfinished(workspace, task, reviewer.id)) continue;
    endHold(call, task, {
      reviewer: reviewer.id,
      reason: reviewer.available ? "not_qualified" : "unavailable",
    });
    released = true;
  }
  if (released) assignWaiting(call);
}

/** Fills places of new tasks as far as somebody fits, and tells of those that nobody could be given. */
export function assignNew(call: Assigning, tasks: readonly TaskRow[]): void {
  const waiting = tasks.filter((task) => isWaiting(openTaskOf(task)));
  assignWaiting(call);
  for (const task of waiting)
    if (task.status === "pending")
      tellUnassigned(call, task, { reviewer: null, reason: "no_matching_reviewer" });
}

/** Announces each task that was not done when it was due, once. */
export function announceOverdue(call: Assigning): void {
  for (const task of call.caller.workspace.reviewTasks.values()) {
    const { dueAt, isOverdueTold, status } = task;
    if (dueAt === null || isOverdueTold || !isOpen(status) || dueAt >= call.clock.now()) continue;
    task.isOverdueTold = true;
    tellOverdue(call, task);
  }
}

/** Makes true what time alone has brought about: lapsed claims and holds of those whose credentials expired end. */
export function settleHolds(call: Assigning): void {
  const { workspace } = call.caller;
  const now = call.clock.now();
  let lapsed = false;
  for (const task of workspace.reviewTasks.values()) {
    if (!isOpen(task.status)) continue;
    for (const { reviewer, lapsesAt } of task.holds) {
      if (lapsesAt === null || lapsesAt > now) continue;
      endHold(call, task, { reviewer, reason: "lapsed" });
      lapsed = true;
    }
  }
  for (const reviewer of workspace.reviewers.values())
    if (credentialsExpired(reviewer, now)) releaseUnfit(call, reviewer);
  if (lapsed) assignWaiting(call);
}

/**
 * Lets a reviewer who does not hold a task take an open place of it, as a claim that lapses; the place that a manual task
 * keeps for them is theirs until they give it up.
 *
 * @returns the hold; or the refusal: 409 for a task that has ended, 422 for who does not qualify or is not available,
 *   409 when no place is left for them.
 */
export function takePlace(call: Assigning, task: TaskRow, reviewer: ReviewerRecord): HoldRow | ApiError {
  if (!isOpen(task.status)) return taskEnded(task.id, task.status);
  const reason = whyUnfit(reviewer, task, call.clock.now());
  if (reason !== null) return reviewerNotQualified(reviewer.id, reason);
  const places = openTaskOf(task);
  if (placesFor(places, reviewer.id) === 0)
    return openPlaces(places) > 0 ? notAssigned(task.id) : noPlaceLeft(task.id, task.reviewsRequired);
  const isTheirs = keepsPlace(places) && places.wanted === reviewer.id;
  const lapsesAt = isTheirs ? null : lapseFrom(call);
  return givePlace(call, task, { reviewer: reviewer.id, claim: { lapsesAt } });
}

/** When a claim that is made or renewed now lapses. */
export const lapseFrom = ({ clock, claimMinutes }: Pick<Assigning, "clock" | "claimMinutes">): number =>
  clock.now() + claimMinutes * 60_000;

/** Moves a task on after a review of it was stored, the first revision or another. */
export function recordReviewed(call: Assigning, task: TaskRow, reviewer: string): void {
  const { workspace } = call.caller;
  const now = call.clock.now();
  const own = holdOf(task, reviewer);
  if (own && own.lapsesAt !== null)
    own.lapsesAt = isUnfinished(workspace, task, reviewer) ? lapseFrom(call) : null;
  task.status = statusReviewed(samplesDone(workspace, task), task.samples.length);
  if (task.status === "completed") {
    task.completedAt = now;
    tellCompleted(call, task);
  }
  const row = workspace.reviewers.get(reviewer);
  if (row) row.lastActiveAt = now;
}

/** How many samples of a task have their reviews. */
export function samplesDone({ reviews }: ReviewTables, task: TaskRow): number {
  const counts = new Map<string, number>();
  for (const review of reviews.values())
    if (review.task === task.id) counts.set(review.sample, (counts.get(review.sample) ?? 0) + 1);
  return [...counts.values()].filter((count) => count >= task.reviewsRequired).length;
}
