/** The time of one mock: it goes on by itself, and can be moved on. */
export interface MockClock {
  /** Milliseconds since 1970. */
  now(): number;
  advance(ms: number): void;
  /** The time that evaluations go by: stands still while they are held. */
  workNow(): number;
  /** When, by `now`, the work clock showed (or will show) a time. */
  whenWorked(work: number): number;
  /** Stops the work clock; again changes nothing. */
  hold(): void;
  /** Lets the work clock go on. */
  resume(): void;
  readonly held: boolean;
}

interface Hold {
  from: number;
  until: number | undefined;
}

/** Makes a clock that shows what `base` shows until it is moved on. */
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
      // Holds lie one after the other: each puts off what comes after its beginning.
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
