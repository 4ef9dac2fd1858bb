import { instantOrNull } from "../../../domain/values/instants.ts";
import { slotsFor } from "../../../domain/review/slots.ts";
import type { ReviewerRecord } from "../../reviewers/reviewer-rules.ts";
import { openTaskOf, type TaskRecord } from "../../tasks/task-record.ts";
import { claimableReason } from "./queue-rules.ts";
import type { AutomatedScores } from "../override-rules.ts";

/** A sample that waits for a reviewer, with its task. */
export interface QueuedSample {
  task: Pick<TaskRecord, "id" | "priority" | "rubric" | "evaluator" | "dueAt" | "sampleCount">;
  sample: string;
  /** Position in the task; the first sample has the index 1. */
  index: number;
  /** Whether the reviewer has a draft of the review. */
  hasDraft: boolean;
}

/** The evaluation data for a waiting sample. */
export interface QueuedScores extends AutomatedScores {
  /** Id of the evaluation. */
  id: string;
  evaluatorKeys: readonly string[];
  /**
   * The reasons for the sample's flags, by evaluator position; null for an evaluator that did not flag the
   * sample.
   */
  reasons: readonly (string | null)[];
  /** The sample's expected answer at the time of scoring, or else the current expected answer. */
  expected: unknown;
}

const hidden = { ai_score: null, flag_reason: null, expected: null };

/** Returns the evaluation data for a sample of a task. */
export function queuedContext(task: Pick<TaskRecord, "evaluator">, scored: QueuedScores | undefined) {
  if (!scored) return { evaluation: null, ...hidden };
  const { id, scores, reasons, combined, evaluatorKeys } = scored;
  const expected = scored.expected ?? null;
  if (task.evaluator === null) {
    const reason = reasons.find((one) => one !== null) ?? null;
    return { evaluation: id, ai_score: combined, flag_reason: reason, expected };
  }
  const position = evaluatorKeys.indexOf(task.evaluator);
  return {
    evaluation: id,
    ai_score: scores[position] ?? null,
    flag_reason: reasons[position] ?? null,
    expected,
  };
}

/**
 * Converts a sample in a reviewer's queue to its form in responses.
 *
 * @param scored the task's evaluation, or else the latest evaluation that scored the sample; undefined if
 *   there is none.
 * @param isBlind whether the reviewer has yet to review the sample blind. If so, members that reveal the
 *   score are null.
 */
export function queuedToWire(queued: QueuedSample, scored: QueuedScores | undefined, isBlind: boolean) {
  const { task, sample, index } = queued;
  return {
    task_id: task.id,
    sample_id: sample,
    priority: task.priority,
    rubric: task.rubric,
    due_at: instantOrNull(task.dueAt),
    index,
    total: task.sampleCount,
    has_draft: queued.hasDraft,
    context: { ...queuedContext(task, scored), ...(isBlind && hidden) },
  };
}

/** Converts a task that a reviewer can claim to its form in responses. */
const claimableToWire = (task: TaskRecord, reviewer: string) => ({
  task_id: task.id,
  project: task.project,
  priority: task.priority,
  rubric: task.rubric,
  due_at: instantOrNull(task.dueAt),
  sample_count: task.sampleCount,
  slots_left: slotsFor(openTaskOf(task), reviewer),
  required_credentials: [...task.assignment.required_credentials],
  specialty: task.assignment.specialty,
  blind: task.blind,
});

/** A reviewer's queue. */
export interface ReviewerQueue {
  /** The first waiting samples, and the number of all. */
  waiting: { items: readonly ReturnType<typeof queuedToWire>[]; total: number };
  /** The first tasks that the reviewer can claim, in the order of the queue, and the number of all. */
  claimable: { tasks: readonly TaskRecord[]; total: number };
}

/**
 * Converts a reviewer's queue to its form in responses.
 *
 * @param now the current time in milliseconds since 1970.
 */
export const queueToWire = (
  reviewer: ReviewerRecord,
  { waiting, claimable }: ReviewerQueue,
  now: number,
) => ({
  object: "reviewer_queue" as const,
  reviewer: reviewer.id,
  total_pending: waiting.total,
  items: [...waiting.items],
  claimable_total: claimable.total,
  claimable: claimable.tasks.map((task) => claimableToWire(task, reviewer.id)),
  claimable_reason: claimableReason(reviewer, now),
});
