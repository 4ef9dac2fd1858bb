/** Clocks that never go back, in milliseconds. */
export interface Clocks {
  wall: () => number;
  /** CPU time of all threads of the process. Dear to read (up to 50 µs): for what was slow on the wall. */
  cpu: () => number;
}

/** The clocks of the process. */
export const processClocks: Clocks = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * How long something took that kept its thread busy: the lesser of wall and CPU time. Where the machine let the process
 * wait, the wall says too much; where other threads were at work besides, the CPU does.
 */
export function busyTime<T>({ wall, cpu }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const [wallStarted, cpuStarted] = [wall(), cpu()];
  const value = work();
  return { value, elapsedMs: Math.min(wall() - wallStarted, cpu() - cpuStarted) };
}

/** How long something took on the wall. */
export function wallTime<T>({ wall }: Clocks, work: () => T): { value: T; elapsedMs: number } {
  const started = wall();
  const value = work();
  return { value, elapsedMs: wall() - started };
}
