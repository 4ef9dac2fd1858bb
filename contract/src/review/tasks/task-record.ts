import type { Assignment } from "../../evaluation/routing/assignment-input.ts";
import type { SampleMask } from "../../evaluation/routing/sample-mask.ts";
import type { RevealRule } from "../../evaluation/routing/blind-options.ts";
import type { taskPriorities } from "../../evaluation/routing/task-priority.ts";
import type { OpenTask } from "../../domain/review/assign-slots.ts";
import type { TaskStatus } from "../../domain/review/task-states.ts";
import type { Credential } from "../../workspace/credentials.ts";
import { disqualification, notAvailable, type TaskNeeds } from "../../domain/review/qualification.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";

/** Where the reviews of a task come from: reviewers submit them, or they were imported from a file. */
export type TaskOrigin = "review" | "import";

/** A reviewer's assignment to a task, which occupies one of its slots. */
export interface AssignmentRecord {
  /** Id of the reviewer. */
  reviewer: string;
  assignedAt: number;
  /** Time of the claim; null if not claimed. */
  claimedAt: number | null;
  /** When the claim expires if no further review is submitted; null if it does not expire. */
  expiresAt: number | null;
}

/** A stored review task, without its samples. Ids are in wire form, times in milliseconds since 1970. */
export interface TaskRecord {
  id: string;
  project: string;
  rubric: string;
  evaluation: string | null;
  evaluator: string | null;
  origin: TaskOrigin;
  status: TaskStatus;
  priority: (typeof taskPriorities)[number];
  assignment: Assignment;
  reviewsRequired: number;
  blind: boolean;
  /** What blind reviewers see of the samples; everything if the task is not blind. */
  shown: SampleMask;
  /** When the reviewers see what a blind task hides. */
  reveal: RevealRule;
  sampleCount: number;
  /** Number of samples with all required reviews. */
  completed: number;
  /** The assignments, earliest first. */
  assignments: readonly AssignmentRecord[];
  /** Any one of these credentials qualifies a reviewer to adjudicate; empty if none is required. */
  adjudicatorCredentials: readonly Credential[];
  /** Reviewers who released the task themselves. */
  declined: readonly string[];
  /** Reviewers who have adjudicated one of the samples with the rubric. The task is never assigned to them. */
  excluded: readonly string[];
  /** Number of reviewed samples by reviewer, for reviewers with at least one. */
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

/** Converts a task to the form that the assignment rules read. */
export const openTaskOf = (task: TaskRecord): OpenTask => ({
  id: task.id,
  ...needsOf(task),
  mode: task.assignment.mode,
  wanted: task.assignment.reviewer_id,
  reviewsRequired: task.reviewsRequired,
  holders: task.assignments.map(({ reviewer }) => reviewer),
  samples: task.sampleCount,
  declined: new Set([...task.declined, ...task.excluded]),
});

/** Returns the requirements that reviewers of a task in a project must meet. */
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

/** Returns a reviewer's assignment to a task; undefined if there is none. */
export const findAssignment = (task: TaskRecord, reviewer: string): AssignmentRecord | undefined =>
  task.assignments.find((one) => one.reviewer === reviewer);

/** Returns the number of a task's samples that a reviewer has yet to review. */
export const samplesLeft = ({ sampleCount, reviewed }: TaskRecord, reviewer: string): number =>
  sampleCount - (reviewed[reviewer] ?? 0);

/**
 * Returns why a reviewer does not qualify for a task, as a sentence fragment; null if the reviewer qualifies.
 */
export const whyUnqualified = (reviewer: ReviewerRecord, task: TaskRecord, now: number): string | null =>
  disqualification(reviewer, needsOf(task), { now });

/** Returns why a reviewer cannot be assigned to a task; null if the reviewer can. */
export const whyUnfit = (reviewer: ReviewerRecord, task: TaskRecord, now: number): string | null =>
  whyUnqualified(reviewer, task, now) ??
  (task.excluded.includes(reviewer.id) ? "has adjudicated a sample of the task" : null) ??
  (reviewer.available ? null : notAvailable);

/** Returns why a reviewer does not qualify to adjudicate samples of a task; null if the reviewer qualifies. */
export const whyNoAdjudicator = (reviewer: ReviewerRecord, task: TaskRecord, now: number): string | null =>
  disqualification(reviewer, { ...needsOf(task), requiredCredentials: task.adjudicatorCredentials }, { now });
