import { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import { assignSlots, type Candidate } from "../../domain/review/assign-slots.ts";
import { isOpen, statusHeldBy, statusReviewed } from "../../domain/review/task-states.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { ReviewEvent, UnassignedReason } from "../review-events.ts";
import { claimExpiryFrom } from "./claim-expiry.ts";
import { taskAssigned, taskCompleted, taskUnassigned } from "./task-events.ts";
import {
  type AssignmentRecord,
  findAssignment,
  openTaskOf,
  samplesLeft,
  type TaskRecord,
} from "./task-record.ts";

/** The context of rules about review tasks. */
export interface TaskContext extends Pick<RuleContext, "now"> {
  /** Time after which a claim without a review expires, in minutes. */
  claimMinutes: number;
}

/** The tasks that a command may change, and the reviewers who can be assigned to them. */
export interface AssignmentState {
  tasks: readonly TaskRecord[];
  candidates: readonly Candidate[];
}

/**
 * The changes to review tasks that must be stored. A command may change many tasks, so this contains whole
 * tasks instead of a `Decision`'s changes.
 */
export interface TaskDecision {
  /** Changed tasks, in their state after the command. */
  update: readonly TaskRecord[];
  /** Reviewers who were assigned to a task, or who submitted a review. */
  active: readonly string[];
  events: readonly ReviewEvent[];
}

/** Sorts tasks by urgency, most urgent first, and then by age, oldest first. */
const byUrgency = (one: TaskRecord, other: TaskRecord): number =>
  taskPriorities.indexOf(one.priority) - taskPriorities.indexOf(other.priority) ||
  (one.id < other.id ? -1 : 1);

/** Sorts assignments by time, earliest first, and then by reviewer id. */
const byAssignment = (one: AssignmentRecord, other: AssignmentRecord): number =>
  one.assignedAt - other.assignedAt || (one.reviewer < other.reviewer ? -1 : 1);

/** Collects the changes to tasks during a decision. Never refuses a change. */
export class TaskChanges {
  readonly #context: TaskContext;
  readonly #tasks: Map<string, TaskRecord>;
  readonly #candidates: Map<string, Candidate>;
  readonly #changed = new Set<string>();
  readonly #active = new Set<string>();
  readonly #events: ReviewEvent[] = [];

  constructor({ tasks, candidates }: AssignmentState, context: TaskContext) {
    this.#context = context;
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
    this.#candidates = new Map(candidates.map((one) => [one.id, one]));
  }

  /** Returns a task in its current state. */
  get(id: string): TaskRecord {
    const task = this.#tasks.get(id);
    if (!task) throw new Error(`The task ${id} was not loaded.`);
    return task;
  }

  /** Returns the tasks that are currently open, in input order. */
  openTasks(): TaskRecord[] {
    return [...this.#tasks.values()].filter(({ status }) => isOpen(status));
  }

  /** Changes a task. */
  update(id: string, set: Partial<TaskRecord>): void {
    this.#tasks.set(id, { ...this.get(id), ...set });
    this.#changed.add(id);
  }

  emit(event: ReviewEvent): void {
    this.#events.push(event);
  }

  /**
   * Assigns a task to a reviewer.
   *
   * @param claim null if the task is not claimed; otherwise the claim, with or without an expiry time.
   */
  assign(id: string, reviewer: string, claim: Pick<AssignmentRecord, "expiresAt"> | null): void {
    const { now } = this.#context;
    const task = this.get(id);
    const added = {
      reviewer,
      assignedAt: now,
      claimedAt: claim && now,
      expiresAt: claim && claim.expiresAt,
    };
    this.#setAssignments(task, [...task.assignments, added]);
    this.update(id, { declined: task.declined.filter((one) => one !== reviewer) });
    this.#addPending(reviewer, samplesLeft(task, reviewer));
    this.touch(reviewer);
    this.emit(taskAssigned(task, reviewer, now));
  }

  /** Removes a reviewer's assignment to a task. The reviewer's reviews stay. */
  release(id: string, reviewer: string, reason: UnassignedReason): void {
    const task = this.get(id);
    this.#setAssignments(
      task,
      task.assignments.filter((one) => one.reviewer !== reviewer),
    );
    this.#addPending(reviewer, -samplesLeft(task, reviewer));
    this.emit(taskUnassigned(task, { reviewer, reason }, this.#context.now));
  }

  /** Assigns the open slots of waiting tasks to qualified reviewers, most urgent task first. */
  assignOpenSlots(ids: Iterable<string>): void {
    const tasks = [...new Set(ids)].map((id) => this.get(id)).filter(({ status }) => isOpen(status));
    const waiting = tasks.toSorted(byUrgency).map(openTaskOf);
    for (const { task, reviewer } of assignSlots(waiting, [...this.#candidates.values()], this.#context.now))
      this.assign(task, reviewer, null);
  }

  /**
   * Updates a task after an assigned reviewer has submitted a review of a sample.
   *
   * @param review.isNew whether this is the reviewer's first review of the sample.
   * @param review.ofSample number of earlier reviews of the sample in the task.
   */
  recordReview(
    id: string,
    { reviewer, isNew, ofSample }: { reviewer: string; isNew: boolean; ofSample: number },
  ): void {
    const task = this.get(id);
    const done = (task.reviewed[reviewer] ?? 0) + (isNew ? 1 : 0);
    const completed = task.completed + (isNew && ofSample + 1 === task.reviewsRequired ? 1 : 0);
    const status = statusReviewed(completed, task.sampleCount);
    const isDone = status === "completed";
    const expiresAt = done < task.sampleCount ? claimExpiryFrom(this.#context) : null;
    const assignments = task.assignments.map((one) => {
      if (one.expiresAt === null || !(isDone || one.reviewer === reviewer)) return one;
      return { ...one, expiresAt: isDone ? null : expiresAt };
    });
    const completedAt = isDone ? this.#context.now : null;
    const reviewed = { ...task.reviewed, [reviewer]: done };
    this.update(id, { assignments, reviewed, completed, status, completedAt });
    if (isDone) this.emit(taskCompleted(task, this.#context.now));
    this.touch(reviewer);
  }

  /** Records the reviewer's activity at the current time. */
  touch(reviewer: string): void {
    this.#active.add(reviewer);
    const candidate = this.#candidates.get(reviewer);
    if (candidate) this.#candidates.set(reviewer, { ...candidate, lastActiveAt: this.#context.now });
  }

  /** Returns whether a reviewer is assigned to a task and has yet to review some of its samples. */
  hasUnfinished(task: TaskRecord, reviewer: string): boolean {
    return findAssignment(task, reviewer) !== undefined && samplesLeft(task, reviewer) > 0;
  }

  /** Returns the changes to store. */
  decision(): TaskDecision {
    return {
      update: [...this.#changed].map((id) => this.get(id)),
      active: [...this.#active],
      events: this.#events,
    };
  }

  #setAssignments({ id, status }: TaskRecord, assignments: readonly AssignmentRecord[]): void {
    const sorted = assignments.toSorted(byAssignment);
    this.update(id, { assignments: sorted, status: statusHeldBy(status, sorted.length) });
  }

  #addPending(reviewer: string, samples: number): void {
    const candidate = this.#candidates.get(reviewer);
    if (candidate) this.#candidates.set(reviewer, { ...candidate, pending: candidate.pending + samples });
  }
}
