import { isWaiting } from "../../domain/review/slots.ts";
import { isOpen, slotStatus } from "../../domain/review/task-states.ts";
import { instant, instantOrNull } from "../../domain/values/instants.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { type AssignmentRecord, openTaskOf, type TaskRecord } from "./task-record.ts";

/** The members of an assigned reviewer that responses contain. */
export type Assignee = Pick<ReviewerRecord, "id" | "name" | "credentials" | "specialty">;

/** The members of a task in responses that are not in its record. */
export interface TaskParts {
  /** The samples, in the task's order. */
  samples: readonly string[];
  /** The assigned reviewers by id. Other reviewers may be included. */
  reviewers: ReadonlyMap<string, Assignee>;
}

function assigneeToWire(reviewers: ReadonlyMap<string, Assignee>, { reviewer: id }: AssignmentRecord) {
  const reviewer = reviewers.get(id);
  if (!reviewer) throw new Error(`The reviewer ${id} of a task was not loaded.`);
  const { name, credentials, specialty } = reviewer;
  return { id, name, credentials: [...credentials], specialty };
}

const assignmentsToWire = (task: TaskRecord, reviewers: ReadonlyMap<string, Assignee>) =>
  task.assignments.map((one) => ({
    reviewer: assigneeToWire(reviewers, one),
    status: slotStatus({
      claimed: one.claimedAt !== null,
      reviewed: task.reviewed[one.reviewer] ?? 0,
      total: task.sampleCount,
    }),
    claimed_at: instantOrNull(one.claimedAt),
  }));

/** Converts a review task to its form in responses. */
export function taskToWire(task: TaskRecord, { samples, reviewers }: TaskParts) {
  const assignments = assignmentsToWire(task, reviewers);
  const waits = isOpen(task.status) && isWaiting(openTaskOf(task));
  return {
    id: task.id,
    object: "review_task" as const,
    project: task.project,
    samples: [...samples],
    sample_count: task.sampleCount,
    rubric: task.rubric,
    evaluation: task.evaluation,
    evaluator: task.evaluator,
    origin: task.origin,
    status: task.status,
    priority: task.priority,
    assignment: {
      ...task.assignment,
      required_credentials: [...task.assignment.required_credentials],
    },
    reviews_required: task.reviewsRequired,
    adjudicator_credentials: [...task.adjudicatorCredentials],
    blind: task.blind,
    shown_metadata: task.shown.metadata && [...task.shown.metadata],
    shown_fields: task.shown.fields && [...task.shown.fields],
    reveal: task.reveal,
    assignee: assignments[0]?.reviewer ?? null,
    assignments,
    unassigned_reason: waits ? ("no_matching_reviewer" as const) : null,
    progress: { completed: task.completed, total: task.sampleCount },
    due_at: instantOrNull(task.dueAt),
    metadata: { ...task.metadata },
    created_at: instant(task.createdAt),
    completed_at: instantOrNull(task.completedAt),
    cancelled_at: instantOrNull(task.cancelledAt),
  };
}
