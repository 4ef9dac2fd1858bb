/** The states of an evaluation. */
export const evaluationStatuses = ["pending", "running", "completed", "failed", "cancelled"] as const;

/** A state of an evaluation. */
export type EvaluationStatus = (typeof evaluationStatuses)[number];

/** Which states may follow which; an evaluation moves along these and no others. */
export const evaluationTransitions = {
  pending: ["running", "cancelled"],
  running: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
} as const satisfies Record<EvaluationStatus, readonly EvaluationStatus[]>;

/**
 * Whether an evaluation may move from one state to another.
 */
export function mayBecome(from: EvaluationStatus, to: EvaluationStatus): boolean {
  const next: readonly EvaluationStatus[] = evaluationTransitions[from];
  return next.includes(to);
}

/**
 * The states from which an evaluation may move to another: what a conditional update lists in `where status in (…)`.
 */
export function statesBefore(to: EvaluationStatus): EvaluationStatus[] {
  return evaluationStatuses.filter((from) => mayBecome(from, to));
}

/**
 * Whether nothing follows a state: the evaluation is over.
 */
export function isFinal(status: EvaluationStatus): boolean {
  return evaluationTransitions[status].length === 0;
}

/**
 * What a request to cancel does in a state: `cancel` it, give the `same_answer` as the first time, or `refuse` because
 * the evaluation came to its end before.
 */
export function cancellationIn(status: EvaluationStatus): "cancel" | "same_answer" | "refuse" {
  if (status === "cancelled") return "same_answer";
  return mayBecome(status, "cancelled") ? "cancel" : "refuse";
}

/**
 * How long an evaluation ran, in whole seconds, rounded down.
 *
 * @param startedAtMs when a worker took it, milliseconds since the epoch.
 * @param completedAtMs when it completed; earlier than the start (clocks of two machines) counts as 0.
 */
export function durationSeconds(startedAtMs: number, completedAtMs: number): number {
  return Math.max(0, Math.floor((completedAtMs - startedAtMs) / 1000));
}
