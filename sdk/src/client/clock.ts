/** Source of time and randomness, replaceable in tests. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Returns a number in [0, 1). */
  random(): number;
  /**
   * Runs `callback` after `delayMs` (never if it is Infinity). @returns a function that cancels the callback.
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: Math.random,
  after(delayMs, callback) {
    // Timer delays have 31 bits, so a longer delay would fire immediately.
    const timer = delayMs < Infinity ? setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1)) : undefined;
    return () => clearTimeout(timer);
  },
};
