/** The states that an evaluation can have. */
export const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

/** One of {@link evaluationStatuses}. */
export type EvaluationStatus = (typeof evaluationStatuses)[number];

/** The allowed transitions between evaluation states. */
export const evaluationTransitions = {
  pending: ["running", "cancelled"],
  running: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<EvaluationStatus, readonly EvaluationStatus[]>;

/** Returns whether an evaluation may move from one state to another. */
export function mayBecome(from: EvaluationStatus, to: EvaluationStatus): boolean {
  const next: readonly EvaluationStatus[] = evaluationTransitions[from];
  return next.includes(to);
}

/**
 * Returns the states from which an evaluation may move to another state, for the `where status in (…)` of a
 * conditional update.
 */
export function statesBefore(to: EvaluationStatus): EvaluationStatus[] {
  return evaluationStatuses.filter((from) => mayBecome(from, to));
}

/** Returns whether a state is final. */
export function isFinal(status: EvaluationStatus): boolean {
  return evaluationTransitions[status].length === 0;
}

/**
 * Returns the effect of a cancel request in a state: `cancel`, `same_answer` (already cancelled) or `refuse`
 * (already completed or failed).
 */
export function cancellationIn(status: EvaluationStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return mayBecome(status, "cancelled") ? "cancel" : "refuse";
}

/**
 * Returns the run time of an evaluation in whole seconds, rounded down.
 *
 * @param startedAtMs when a worker claimed the evaluation, in milliseconds since 1970.
 * @param completedAtMs when the evaluation completed. If this is before the start, because the clocks of two
 *   machines differ, the run time is 0.
 */
export function durationSeconds(startedAtMs: number, completedAtMs: number): number {
  return Math.max(0, Math.floor((completedAtMs - startedAtMs) / 1000));
}
