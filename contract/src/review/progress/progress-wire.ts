import { openSlots } from "../../domain/review/slots.ts";
import { isOpen, slotStatus } from "../../domain/review/task-states.ts";
import { instantOrNull } from "../../domain/values/instants.ts";
import { activeTimes } from "../reviewers/reviewer-figures.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { findAssignment, openTaskOf, type TaskRecord } from "../tasks/task-record.ts";
import type { ProgressFigures, TaskSubmissions } from "./progress-rules.ts";

type NamedReviewer = Pick<ReviewerRecord, "id" | "name" | "credentials">;

const namedToWire = ({ id, name, credentials }: NamedReviewer) => ({
  id,
  name,
  credentials: [...credentials],
});

/** What the progress of a task is computed from, besides the task. */
export interface TaskProgressParts {
  /** The submissions of each reviewer, in the order of the first one. */
  submissions: readonly TaskSubmissions[];
  /** Number of drafts of each reviewer who has some, with the drafts that correct a submitted review. */
  drafts: ReadonlyMap<string, number>;
  /** The assigned and former reviewers by id. */
  reviewers: ReadonlyMap<string, NamedReviewer>;
}

/** Returns the ids of a task's assigned reviewers, and then of the former ones with reviews. */
export const reviewersOf = (task: TaskRecord, submissions: readonly TaskSubmissions[]): string[] => [
  ...new Set([...task.assignments, ...submissions].map(({ reviewer }) => reviewer)),
];

function statusOf(task: TaskRecord, reviewer: string) {
  const assignment = findAssignment(task, reviewer);
  // The reviewers of imported tasks were never assigned, so they did not release the task either.
  if (!assignment && task.origin === "review") return "released" as const;
  const claimed = !assignment || assignment.claimedAt !== null;
  return slotStatus({ claimed, reviewed: task.reviewed[reviewer] ?? 0, total: task.sampleCount });
}

/** Converts the progress of a task to its form in responses. */
export function taskProgressToWire(task: TaskRecord, { submissions, drafts, reviewers }: TaskProgressParts) {
  const ofReviewer = new Map(submissions.map((one) => [one.reviewer, one]));
  return {
    object: "task_progress" as const,
    task: task.id,
    completed: task.completed,
    total: task.sampleCount,
    slots_left: isOpen(task.status) ? openSlots(openTaskOf(task)) : 0,
    by_reviewer: reviewersOf(task, submissions).map((id) => {
      const reviewer = reviewers.get(id);
      if (!reviewer) throw new Error(`The reviewer ${id} of a task was not loaded.`);
      const assignment = findAssignment(task, id);
      const submitted = ofReviewer.get(id);
      return {
        reviewer: namedToWire(reviewer),
        status: statusOf(task, id),
        reviewed: task.reviewed[id] ?? 0,
        total: task.sampleCount,
        drafts: drafts.get(id) ?? 0,
        claimed_at: instantOrNull(assignment?.claimedAt ?? null),
        claim_expires_at: instantOrNull(assignment?.expiresAt ?? null),
        last_submitted_at: instantOrNull(submitted?.lastSubmittedAt ?? null),
        median_active_seconds: activeTimes(submitted?.activeSeconds ?? []).medianActiveSeconds,
      };
    }),
  };
}

/** Converts the progress of all reviews to its form in responses. */
export const reviewProgressToWire = (
  { project, period }: { project: string | null; period: string },
  { tasks, samples, reviewers }: ProgressFigures,
) => ({
  object: "review_progress" as const,
  project,
  period,
  tasks: { ...tasks },
  samples: { ...samples },
  by_reviewer: reviewers.map(({ reviewer, pending, overdue, completed, medianActiveSeconds }) => ({
    reviewer: namedToWire(reviewer),
    available: reviewer.available,
    credential_expires_at: instantOrNull(reviewer.credentialExpiresAt),
    pending,
    overdue,
    completed,
    median_active_seconds: medianActiveSeconds,
  })),
});
