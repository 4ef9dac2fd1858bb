import type { Assignment } from "../../evaluation/routing/assignment-input.ts";
import type { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import type { OpenTask } from "../../domain/review/assign-places.ts";
import type { TaskStatus } from "../../domain/review/task-states.ts";
import { disqualification, notAvailable, type TaskNeeds } from "../../domain/review/qualification.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";

/** A reviewer's assignment to a task: a slot of it that they hold. */
export interface AssignmentRecord {
  /** Id of the reviewer. */
  reviewer: string;
  assignedAt: number;
  /** Null: not claimed yet. */
  claimedAt: number | null;
  /** When a claim expires unless a review comes in; null: it does not. */
  expiresAt: number | null;
}

/** A stored review task without its samples. Ids are those of the wire, instants milliseconds since 1970. */
export interface TaskRecord {
  id: string;
  project: string;
  rubric: string;
  evaluation: string | null;
  evaluator: string | null;
  status: TaskStatus;
  priority: (typeof taskPriorities)[number];
  assignment: Assignment;
  reviewsRequired: number;
  blind: boolean;
  sampleCount: number;
  /** Samples that have their reviews. */
  completed: number;
  /** The earliest first. */
  assignments: readonly AssignmentRecord[];
  /** Reviewers who released the task themselves. */
  declined: readonly string[];
  /** How many of its samples each reviewer has reviewed, of those who have reviewed any. */
  reviewed: Readonly<Record<string, number>>;
  dueAt: number | null;
  metadata: Readonly<Record<string, unknown>>;
  createdAt: number;
  completedAt: number | null;
  cancelledAt: number | null;
}

/** A task with its samples, in their order. */
export interface NewTask extends TaskRecord {
  samples: readonly string[];
}

/** A task as the rules of assignment see it. */
export const openTaskOf = (task: TaskRecord): OpenTask => ({
  id: task.id,
  ...needsOf(task),
  mode: task.assignment.mode,
  wanted: task.assignment.reviewer_id,
  reviewsRequired: task.reviewsRequired,
  holders: task.assignments.map(({ reviewer }) => reviewer),
  samples: task.sampleCount,
  declined: new Set(task.declined),
});

/** What is asked of the reviewers of a project's task. */
export const needsOf = ({
  project,
  assignment,
}: {
  project: string;
  assignment: Pick<Assignment, "required_credentials" | "specialty">;
}): TaskNeeds => ({
  project,
  requiredCredentials: assignment.required_credentials,
  specialty: assignment.specialty,
});

/** A reviewer's assignment to a task; undefined when they have none. */
export const findAssignment = (task: TaskRecord, reviewer: string): AssignmentRecord | undefined =>
  task.assignments.find((one) => one.reviewer === reviewer);

/** How many samples of a task a reviewer has still to review. */
export const samplesLeft = ({ sampleCount, reviewed }: TaskRecord, reviewer: string): number =>
  sampleCount - (reviewed[reviewer] ?? 0);

/** Why a reviewer does not qualify for a task, as half a sentence; null when they do. */
export const whyUnqualified = (reviewer: ReviewerRecord, task: TaskRecord, now: number): string | null =>
  disqualification(reviewer, needsOf(task), { now });

/** Why a reviewer cannot be assigned a task; null when they can. */
export const whyUnfit = (reviewer: ReviewerRecord, task: TaskRecord, now: number): string | null =>
  whyUnqualified(reviewer, task, now) ?? (reviewer.available ? null : notAvailable);
