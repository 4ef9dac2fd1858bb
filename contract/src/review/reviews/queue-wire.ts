import { instantOrNull } from "../../domain/values/instants.ts";
import type { TaskRecord } from "../tasks/task-record.ts";
import type { AutomatedScores } from "./override-rules.ts";

/** A waiting sample of a reviewer, with its task. */
export interface QueuedSample {
  task: Pick<TaskRecord, "id" | "priority" | "rubric" | "evaluator" | "dueAt">;
  sample: string;
}

/** The evaluation data of a waiting sample. */
export interface QueuedScores extends AutomatedScores {
  /** Id of the evaluation. */
  id: string;
  evaluatorKeys: readonly string[];
  /** The reasons of the sample's flags, by the evaluators' indexes; null: not flagged. */
  reasons: readonly (string | null)[];
  /** The expected answer when the sample was scored, or the current one. */
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
 * A sample in a reviewer's queue, as in responses.
 *
 * @param scored the task's evaluation, else the latest that scored the sample; undefined: none.
 * @param isBlind whether the reviewer must still review the sample blind; members that reveal the score are
 *   then omitted.
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

/** A reviewer's queue, as in responses. @param total number of waiting samples in all. */
export const queueToWire = (
  reviewer: string,
  total: number,
  items: readonly ReturnType<typeof queuedToWire>[],
) => ({ object: "reviewer_queue" as const, reviewer, total_pending: total, items: [...items] });
