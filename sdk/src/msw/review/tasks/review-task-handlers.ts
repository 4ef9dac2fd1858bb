import { requireCallingReviewer, type ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import {
  alreadyHolds,
  holderNotNamed,
  holderUnknown,
  notAssigned,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import { ApiError } from "@assay/contract/platform/errors";
import {
  isOpen,
  isWaiting,
  openPlaces,
  placesFor,
  slotStatus,
  taskCancellationIn,
} from "@assay/contract/domain";
import {
  assignWaiting,
  endHold,
  givePlace,
  holdOf,
  isUnfinished,
  lapseFrom,
  openTaskOf,
  reviewedBy,
  samplesDone,
  takePlace,
  whyUnfit,
} from "./assignment.ts";
import { createTask } from "./create-task.ts";
import { instant, instantOrNull, newestFirst, pageOf } from "../../platform/http/paging.ts";
import { reaches } from "../../workspace/reach.ts";
import { referredReviewer } from "../find-reviewer.ts";
import type {
  HoldRow,
  ReviewCall,
  ReviewCaller,
  ReviewHandlers,
  ReviewTables,
  TaskRow,
} from "../review-tables.ts";

function assigneeToWire(workspace: ReviewTables, id: string) {
  const reviewer = workspace.reviewers.get(id);
  if (!reviewer) throw new Error(`The mock has no reviewer "${id}".`);
  const { name, credentials, specialty } = reviewer;
  return { id, name, credentials: [...credentials], specialty };
}

const firstFirst = (a: HoldRow, b: HoldRow): number =>
  a.assignedAt - b.assignedAt || (a.reviewer < b.reviewer ? -1 : 1);

function holdsToWire(workspace: ReviewTables, task: TaskRow) {
  const total = task.samples.length;
  return task.holds.toSorted(firstFirst).map(({ reviewer, claimedAt }) => ({
    reviewer: assigneeToWire(workspace, reviewer),
    status: slotStatus({
      claimed: claimedAt !== null,
      reviewed: reviewedBy(workspace, task, reviewer),
      total,
    }),
    claimed_at: instantOrNull(claimedAt),
  }));
}

/** A task as it goes over the wire. */
const taskToWire = (workspace: ReviewTables) => (task: TaskRow) => {
  const assignments = holdsToWire(workspace, task);
  return {
    id: task.id,
    object: "review_task" as const,
    project: task.project,
    samples: [...task.samples],
    sample_count: task.samples.length,
    rubric: task.rubric,
    evaluation: task.evaluation,
    evaluator: task.evaluator,
    status: task.status,
    priority: task.priority,
    assignment: {
      ...task.assignment,
      required_credentials: [...task.assignment.required_credentials],
    },
    reviews_required: task.reviewsRequired,
    blind: task.blind,
    assignee: assignments[0]?.reviewer ?? null,
    assignments,
    unassigned_reason:
      isOpen(task.status) && isWaiting(openTaskOf(task)) ? ("no_matching_reviewer" as const) : null,
    progress: { completed: samplesDone(workspace, task), total: task.samples.length },
    due_at: instantOrNull(task.dueAt),
    metadata: { ...task.metadata },
    created_at: instant(task.createdAt),
    completed_at: instantOrNull(task.completedAt),
    cancelled_at: instantOrNull(task.cancelledAt),
  };
};

/** The reviewer as whom a key acts. @throws {ApiError} 403 when it acts as none. */
export const callingReviewer = ({ reviewer, workspace }: ReviewCaller): ReviewerRecord =>
  requireCallingReviewer(reviewer === null ? undefined : workspace.reviewers.get(reviewer));

/** A task that the caller can reach. @throws {ApiError} 404. */
export function getTask(caller: ReviewCaller, id: string): TaskRow {
  const task = caller.workspace.reviewTasks.get(id);
  if (!task || !reaches(caller, task.project)) throw notFound("review_task", id);
  return task;
}

/** The same, open. @throws {ApiError} 404; 409 when it has ended. */
function getOpenTask(caller: ReviewCaller, id: string): TaskRow {
  const task = getTask(caller, id);
  if (!isOpen(task.status)) throw taskEnded(id, task.status);
  return task;
}

function claim(call: ReviewCall, id: string): TaskRow {
  const reviewer = callingReviewer(call.caller);
  const task = getOpenTask(call.caller, id);
  const held = holdOf(task, reviewer.id);
  if (held) {
    held.claimedAt ??= call.clock.now();
    if (held.lapsesAt !== null) held.lapsesAt = lapseFrom(call);
    return task;
  }
  const taken = takePlace(call, task, reviewer);
  if (taken instanceof ApiError) throw taken;
  return task;
}

function release(call: ReviewCall, id: string): TaskRow {
  const reviewer = callingReviewer(call.caller);
  const task = getOpenTask(call.caller, id);
  if (!holdOf(task, reviewer.id)) throw notAssigned(id);
  if (!isUnfinished(call.caller.workspace, task, reviewer.id)) return task;
  endHold(call, task, { reviewer: reviewer.id, reason: "released" });
  task.declined.add(reviewer.id);
  assignWaiting(call);
  return task;
}

function cancel({ caller, clock }: ReviewCall, id: string): TaskRow {
  const task = getTask(caller, id);
  const effect = taskCancellationIn(task.status);
  if (effect === "refuse") throw taskEnded(id, task.status);
  if (effect === "cancel") Object.assign(task, { status: "cancelled", cancelledAt: clock.now() });
  return task;
}

function reassign(
  call: ReviewCall,
  id: string,
  body: { reviewer_id: string; from?: string | undefined },
): TaskRow {
  const task = getOpenTask(call.caller, id);
  const reviewer = referredReviewer(call.caller, body.reviewer_id, "/reviewer_id");
  const reason = whyUnfit(reviewer, task, call.clock.now());
  if (reason !== null) throw reviewerNotQualified(reviewer.id, reason, "/reviewer_id");
  if (holdOf(task, reviewer.id)) throw alreadyHolds(id, reviewer.id);
  const losing = losingHolder(task, body.from);
  if (losing !== undefined) endHold(call, task, { reviewer: losing, reason: "reassigned" });
  keepPlaceFor(task, losing, reviewer.id);
  givePlace(call, task, { reviewer: reviewer.id, claim: null });
  return task;
}

/** Whose place is given to another; undefined: an open one is. */
function losingHolder(task: TaskRow, from: string | undefined): string | undefined {
  const holders = task.holds.toSorted(firstFirst).map(({ reviewer }) => reviewer);
  if (from !== undefined) {
    if (!holders.includes(from)) throw holderUnknown(from);
    return from;
  }
  if (openPlaces(openTaskOf(task)) > 0) return undefined;
  if (holders.length > 1) throw holderNotNamed(holders);
  return holders[0];
}

/** A place that a manual task keeps, or kept, for somebody is kept for who takes it over. */
function keepPlaceFor(task: TaskRow, losing: string | undefined, next: string): void {
  const { mode, reviewer_id: wanted } = task.assignment;
  if (mode !== "manual" || wanted === null) return;
  const moves = losing === undefined ? !holdOf(task, wanted) : losing === wanted;
  if (moves) task.assignment = { ...task.assignment, reviewer_id: next };
}

const isClaimable = (task: TaskRow, reviewer: ReviewerRecord, now: number): boolean =>
  isOpen(task.status) &&
  !holdOf(task, reviewer.id) &&
  whyUnfit(reviewer, task, now) === null &&
  placesFor(openTaskOf(task), reviewer.id) > 0;

const moved =
  (move: (call: ReviewCall, id: string) => TaskRow) =>
  ({ params }: { params: { id: string } }, call: ReviewCall) =>
    call.commit(() => ({
      status: 200 as const,
      body: taskToWire(call.caller.workspace)(move(call, params.id)),
    }));

/** The routes of review tasks. */
export const reviewTaskHandlers: ReviewHandlers<"reviewTasks"> = {
  create: ({ body }, call) =>
    call.commit(() => ({ status: 201, body: taskToWire(call.caller.workspace)(createTask(call, body)) })),
  list: ({ query }, { caller, clock }) => {
    const { project, status, assignee, priority, claimable } = query;
    const by = claimable === undefined ? undefined : callingReviewer(caller);
    const rows = [...caller.workspace.reviewTasks.values()].filter(
      (task) =>
        reaches(caller, task.project) &&
        (project === undefined || task.project === project) &&
        (status === undefined || task.status === status) &&
        (assignee === undefined || holdOf(task, assignee) !== undefined) &&
        (priority === undefined || task.priority === priority) &&
        (by === undefined || isClaimable(task, by, clock.now()) === claimable),
    );
    const filter = { project, status, assignee, priority, claimable, by: by?.id };
    const list = { list: "review_tasks", filter, toWire: taskToWire(caller.workspace), ...newestFirst };
    return { status: 200, body: pageOf(rows, query, list) };
  },
  get: ({ params }, { caller }) => ({
    status: 200,
    body: taskToWire(caller.workspace)(getTask(caller, params.id)),
  }),
  claim: moved(claim),
  release: moved(release),
  cancel: moved(cancel),
  reassign: ({ params, body }, call) =>
    call.commit(() => ({
      status: 200,
      body: taskToWire(call.caller.workspace)(reassign(call, params.id, body)),
    })),
};
