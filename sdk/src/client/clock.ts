/** Source of time and randomness, replaceable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** Runs `callback` after `delayMs` (never for Infinity). @returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(delayMs, callback) {
    // A longer delay would fire immediately, because timers have 31 bits.
    const timer = delayMs < Infinity ? setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1)) : undefined;
    return () => clearTimeout(timer);
  },
};
