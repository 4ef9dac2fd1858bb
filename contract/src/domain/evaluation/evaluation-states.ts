/** The states of an evaluation. */
export const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

/** A state of an evaluation. */
export type EvaluationStatus = (typeof evaluationStatuses)[number];

/** Allowed transitions between states. */
export const evaluationTransitions = {
  pending: ["running", "cancelled"],
  running: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<EvaluationStatus, readonly EvaluationStatus[]>;

/** Whether an evaluation may move from one state to another. */
export function mayBecome(from: EvaluationStatus, to: EvaluationStatus): boolean {
  const next: readonly EvaluationStatus[] = evaluationTransitions[from];
  return next.includes(to);
}

/**
 * The states from which an evaluation may move to another, for the `where status in (…)` of a conditional
 * update.
 */
export function statesBefore(to: EvaluationStatus): EvaluationStatus[] {
  return evaluationStatuses.filter((from) => mayBecome(from, to));
}

/** Whether a state is final. */
export function isFinal(status: EvaluationStatus): boolean {
  return evaluationTransitions[status].length === 0;
}

/**
 * Effect of a cancel request in a state: `cancel`, `same_answer` (already cancelled) or `refuse` (already
 * ended otherwise).
 */
export function cancellationIn(status: EvaluationStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return mayBecome(status, "cancelled") ? "cancel" : "refuse";
}

/**
 * The run time of an evaluation, in whole seconds, rounded down.
 *
 * @param startedAtMs when a worker claimed it, in milliseconds since 1970.
 * @param completedAtMs when it completed; a time before the start (clocks of two machines) counts as 0.
 */
export function durationSeconds(startedAtMs: number, completedAtMs: number): number {
  return Math.max(0, Math.floor((completedAtMs - startedAtMs) / 1000));
}
