/** What has passed since some moment, in milliseconds: on the wall, and of the process's own CPU time. */
export interface SpentTime {
  wallMs: number;
  /** Of all threads of the process. */
  cpuMs: number;
}

/** The present reading of both clocks. */
export function spentTime(): SpentTime {
  const { user, system } = process.cpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000 };
}

/**
 * How long something took that kept its thread busy, in milliseconds: the lesser of wall and CPU time. Where the machine let
 * the process wait, the wall says too much; where other threads were at work besides, the CPU does.
 */
export const lesserOf = (started: SpentTime, ended: SpentTime): number =>
  Math.min(ended.wallMs - started.wallMs, ended.cpuMs - started.cpuMs);
