// Computes the progress of reviews from records in memory.
import { isWaiting } from "../../domain/review/slots.ts";
import { isOpen, type TaskStatus } from "../../domain/review/task-states.ts";
import { limits } from "../../platform/limits.ts";
import { activeTimes } from "../reviewers/reviewer-figures.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import { findAssignment, openTaskOf, samplesLeft, type TaskRecord } from "../tasks/task-record.ts";

/** The submissions of one reviewer in one task. */
export interface TaskSubmissions {
  reviewer: string;
  /** Time of the last submission. */
  lastSubmittedAt: number;
  /** The active times of the latest revisions, of those that have one, in seconds. */
  activeSeconds: readonly number[];
}

/** Groups the reviews of a task by reviewer, in the order of the first review of each reviewer. */
export function submissionsOf(reviews: Iterable<ReviewRecord>): TaskSubmissions[] {
  const found = new Map<string, TaskSubmissions>();
  for (const { reviewer, submittedAt, activeSeconds } of reviews) {
    const before = found.get(reviewer) ?? { reviewer, lastSubmittedAt: submittedAt, activeSeconds: [] };
    found.set(reviewer, {
      reviewer,
      lastSubmittedAt: Math.max(before.lastSubmittedAt, submittedAt),
      activeSeconds: [...before.activeSeconds, ...(activeSeconds === null ? [] : [activeSeconds])],
    });
  }
  return [...found.values()];
}

/** The work of one reviewer. */
export interface ReviewerWork {
  reviewer: ReviewerRecord;
  pending: number;
  overdue: number;
  completed: number;
  medianActiveSeconds: number | null;
}

/** The progress of all reviews. */
export interface ProgressFigures {
  tasks: Record<TaskStatus | "overdue" | "unassigned", number>;
  samples: { waiting: number; overdue: number };
  reviewers: readonly ReviewerWork[];
}

/** The records that progress covers, and the moments between which they count. */
export interface ProgressScope {
  /** The project of the tasks and reviews; null for all projects. */
  project: string | null;
  /** Start of the period. */
  since: number;
  now: number;
}

/** The records that the caller can access. */
export interface ProgressRecords {
  tasks: readonly TaskRecord[];
  reviews: readonly ReviewRecord[];
  reviewers: readonly ReviewerRecord[];
}

const isOverdue = ({ dueAt }: TaskRecord, now: number): boolean => dueAt !== null && dueAt < now;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const unfinished = (tasks: readonly TaskRecord[]): number =>
  sumOf(tasks.map(({ sampleCount, completed }) => sampleCount - completed));

/** Returns the number of samples of tasks that wait for a reviewer. */
const waitingFor = (tasks: readonly TaskRecord[], reviewer: string): number =>
  sumOf(tasks.filter((task) => findAssignment(task, reviewer)).map((task) => samplesLeft(task, reviewer)));

/** Computes the progress of all reviews of a project, or of all projects. */
export function progressFigures(records: ProgressRecords, scope: ProgressScope): ProgressFigures {
  const { project, since, now } = scope;
  const inScope = (row: { project: string }): boolean => project === null || row.project === project;
  const tasks = records.tasks.filter(inScope);
  const reviews = records.reviews.filter((review) => inScope(review) && review.createdAt > since);
  const open = tasks.filter(({ status }) => isOpen(status));
  const overdue = open.filter((task) => isOverdue(task, now));
  const countOf = (status: TaskStatus): number => open.filter((task) => task.status === status).length;
  const endedAfter = (at: (task: TaskRecord) => number | null): number =>
    tasks.filter((task) => (at(task) ?? 0) > since).length;
  return {
    tasks: {
      pending: countOf("pending"),
      assigned: countOf("assigned"),
      in_progress: countOf("in_progress"),
      completed: endedAfter(({ completedAt }) => completedAt),
      cancelled: endedAfter(({ cancelledAt }) => cancelledAt),
      overdue: overdue.length,
      unassigned: open.filter((task) => isWaiting(openTaskOf(task))).length,
    },
    samples: { waiting: unfinished(open), overdue: unfinished(overdue) },
    reviewers: worksOf(records.reviewers, { open, overdue, reviews }, project),
  };
}

interface CountedRecords {
  open: readonly TaskRecord[];
  overdue: readonly TaskRecord[];
  reviews: readonly ReviewRecord[];
}

/** Returns the reviewers who may review in the project, or have work in it; most pending first, then by id. */
function worksOf(
  reviewers: readonly ReviewerRecord[],
  { open, overdue, reviews }: CountedRecords,
  project: string | null,
): ReviewerWork[] {
  return reviewers
    .map((reviewer) => {
      const own = reviews.filter((review) => review.reviewer === reviewer.id);
      const seconds = own.flatMap(({ activeSeconds }) => (activeSeconds === null ? [] : [activeSeconds]));
      return {
        reviewer,
        pending: waitingFor(open, reviewer.id),
        overdue: waitingFor(overdue, reviewer.id),
        completed: own.length,
        medianActiveSeconds: activeTimes(seconds).medianActiveSeconds,
      };
    })
    .filter(
      ({ reviewer: { projects }, pending, completed }) =>
        project === null || projects === null || projects.includes(project) || pending + completed > 0,
    )
    .toSorted((one, other) => other.pending - one.pending || (one.reviewer.id < other.reviewer.id ? -1 : 1))
    .slice(0, limits.reviewersInProgress);
}
