/**
 * The lanes of jobs. Each lane has its own slots in each process, so that work that waits for a network, or that runs
 * long, never takes the slots of other work.
 *
 * - `compute`: work that never waits for a network.
 * - `remote`: all chunks of evaluations that call remote evaluators.
 * - `export`: files of exports.
 */
export const jobLanes = ["compute", "remote", "export"] as const;

/** A lane of jobs. */
export type JobLane = (typeof jobLanes)[number];

/** Numbers of slots by lane. A lane that is not named has no slots. */
export type LaneSlots = Readonly<Partial<Record<JobLane, number>>>;

/** Maximum number of running jobs of one workspace in a lane, over all processes. */
export const maxRunning: Readonly<Record<JobLane, number>> = {
  compute: Number.MAX_SAFE_INTEGER,
  remote: 8,
  export: 1,
};

/** Returns the free slots of the lanes that have any. */
export function freeSlots(slots: LaneSlots, running: Iterable<{ job: { lane: JobLane } }>): LaneSlots {
  const used = [...running].map(({ job }) => job.lane);
  const counts = jobLanes.map((lane) => {
    const free = (slots[lane] ?? 0) - used.filter((one) => one === lane).length;
    return [lane, free] as const;
  });
  return Object.fromEntries(counts.filter(([, free]) => free > 0));
}

/** Thrown by a handler if its job must run in another lane. The attempt does not count. */
export class WrongLane extends Error {
  override readonly name = "WrongLane";
  readonly lane: JobLane;

  constructor(lane: JobLane) {
    super(`The job must run in the lane "${lane}".`);
    this.lane = lane;
  }
}
