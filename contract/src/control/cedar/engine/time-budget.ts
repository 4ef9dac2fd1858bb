import { maxPolicyCost } from "../../../domain/policy/policy-cost.ts";

/**
 * Maximum time of an evaluation in milliseconds, measured by `evaluationTime`. A slower evaluation is not stopped,
 * because the engine cannot be interrupted, but it denies.
 */
export const maxEvaluationMs = 50;
/** Evaluations that cost more steps take at least 1.3 ms, so that reading the CPU time before them is cheap. */
const costlySteps = maxPolicyCost / 10;

/** Monotonic clocks, in milliseconds. */
export interface Clocks {
  wall: () => number;
  /**
   * CPU time of all threads of the process. It is read only after a slow evaluation, because reading it takes
   * up to 50 µs.
   */
  cpu: () => number;
}

/**
 * Measures for how long work keeps its thread busy, as the smaller of wall time and CPU time. Wall time is
 * too high if the machine paused the process. CPU time is too high if other threads were busy.
 */
function busyTime<T>({ wall, cpu }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const [wallStarted, cpuStarted] = [wall(), cpu()];
  const value = work();
  return { value, elapsedMs: Math.min(wall() - wallStarted, cpu() - cpuStarted) };
}

function wallTime<T>({ wall }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const started = wall();
  const value = work();
  return { value, elapsedMs: wall() - started };
}

/**
 * Measures for how long an evaluation keeps its thread busy. If its wall time exceeds the limit, a cheap evaluation is
 * repeated, because the machine may have paused the process. A costly one is never repeated: its CPU time is measured
 * from the start, so that a slow evaluation does not take its time twice.
 *
 * @param steps the cost of the evaluation.
 */
export function evaluationTime<T>(
  clocks: Clocks,
  work: () => T,
  steps: number,
): { value: T; elapsedMs: number } {
  if (steps > costlySteps) return busyTime(clocks, work);
  const first = wallTime(clocks, work);
  return first.elapsedMs > maxEvaluationMs ? busyTime(clocks, work) : first;
}
