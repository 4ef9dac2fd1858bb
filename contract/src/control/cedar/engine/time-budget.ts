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
export function busyTime<T>({ wall, cpu }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const [wallStarted, cpuStarted] = [wall(), cpu()];
  const value = work();
  return { value, elapsedMs: Math.min(wall() - wallStarted, cpu() - cpuStarted) };
}

/** Measures the wall time of work. */
export function wallTime<T>({ wall }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const started = wall();
  const value = work();
  return { value, elapsedMs: wall() - started };
}
