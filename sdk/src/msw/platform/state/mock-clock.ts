/** A mock's time. It runs on its own and can also be advanced. */
export interface MockClock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  advance(ms: number): void;
  /**
   * Returns the time on the work clock, which measures the work of evaluations and pauses while they are
   * held.
   */
  workNow(): number;
  /** Returns the time (as returned by `now`) at which the work clock will reach the given value. */
  whenWorked(work: number): number;
  /** Pauses the work clock; repeated calls have no effect. */
  hold(): void;
  /** Resumes the work clock. */
  resume(): void;
  readonly held: boolean;
}

interface Hold {
  from: number;
  until: number | undefined;
}

/** Creates a clock that follows `base` until it is advanced. */
export function createMockClock(base: () => Date): MockClock {
  let offset = 0;
  const holds: Hold[] = [];
  const now = (): number => base().getTime() + offset;
  const openHold = (): Hold | undefined => holds.find(({ until }) => until === undefined);
  return {
    now,
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new RangeError(`ms is ${ms}; it must be at least 0.`);
      offset += ms;
    },
    workNow() {
      const at = now();
      return holds.reduce((work, { from, until }) => work - ((until ?? at) - from), at);
    },
    whenWorked(work) {
      // Holds do not overlap, so each hold delays all work after its start.
      return holds.reduce(
        (wall, { from, until = from }) => (from < wall ? wall + (until - from) : wall),
        work,
      );
    },
    hold() {
      if (!openHold()) holds.push({ from: now(), until: undefined });
    },
    resume() {
      const held = openHold();
      if (held) held.until = now();
    },
    get held() {
      return openHold() !== undefined;
    },
  };
}
