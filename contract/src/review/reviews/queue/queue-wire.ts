import { instantOrNull } from "../../../domain/values/instants.ts";
import type { TaskRecord } from "../../tasks/task-record.ts";
import type { AutomatedScores } from "../override-rules.ts";

/** A sample that waits for a reviewer, with its task. */
export interface QueuedSample {
  task: Pick<TaskRecord, "id" | "priority" | "rubric" | "evaluator" | "dueAt">;
  sample: string;
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

function contextToWire({ task }: QueuedSample, scored: QueuedScores | undefined) {
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
  const { task, sample } = queued;
  return {
    task_id: task.id,
    sample_id: sample,
    priority: task.priority,
    rubric: task.rubric,
    due_at: instantOrNull(task.dueAt),
    context: { ...contextToWire(queued, scored), ...(isBlind && hidden) },
  };
}

/** Converts a reviewer's queue to its form in responses. @param total number of all waiting samples. */
export const queueToWire = (
  reviewer: string,
  total: number,
  items: readonly ReturnType<typeof queuedToWire>[],
) => ({ object: "reviewer_queue" as const, reviewer, total_pending: total, items: [...items] });
