/** An agent's usage in a slice of time. */
export interface UsageSlice {
  kind: "calls" | "cost";
  /** Start of the slice, in milliseconds since 1970. */
  at: number;
  amount: number;
}

/** The ceilings that apply to each agent of a workspace; null if unlimited. */
export interface Ceilings {
  rateCeiling: { calls: number; windowSeconds: number } | null;
  spendCeiling: { cost: number; windowSeconds: number } | null;
}

/** Whether an agent has reached its ceilings, and when a further call is possible. */
export interface CeilingReading {
  rateExceeded: boolean;
  budgetExceeded: boolean;
  /** Seconds until the call is possible; null if no ceiling is exceeded, or if the call is never possible. */
  retryAfterSeconds: number | null;
}

/**
 * Number of slices per window. Because a slice leaves the window as a whole, usage counts up to a hundredth
 * of the window too long.
 */
const slices = 100;
/** Relative error bound of sums of decimal fractions. */
const tolerance = 1e-9;
/** Width of a slice of spend if no ceiling defines a window, in milliseconds. */
const plainSliceMs = 1000;

const sliceMs = (windowSeconds: number): number => Math.max(1, Math.ceil((windowSeconds * 1000) / slices));

/** Returns the start of the slice that contains an instant. @param ceiling null if unlimited. */
export const sliceOf = (now: number, ceiling: { windowSeconds: number } | null): number => {
  const width = ceiling ? sliceMs(ceiling.windowSeconds) : plainSliceMs;
  return Math.floor(now / width) * width;
};

/** Returns the instant after which a slice must start in order to belong to the window. */
const countedAfter = (now: number, windowSeconds: number): number =>
  now - windowSeconds * 1000 - sliceMs(windowSeconds);

/**
 * Returns the instant after which usage counts for any of the ceilings; undefined if there are no ceilings.
 */
export function usageSince(now: number, { rateCeiling, spendCeiling }: Ceilings): number | undefined {
  const windows = [rateCeiling, spendCeiling].flatMap((ceiling) => (ceiling ? [ceiling.windowSeconds] : []));
  return windows.length === 0 ? undefined : countedAfter(now, Math.max(...windows));
}

interface Ceiling {
  max: number;
  windowSeconds: number;
}

/**
 * Returns when enough usage will have left the window to permit `wanted` more; null if that never happens.
 */
function fitsAt(rows: readonly UsageSlice[], { max, windowSeconds }: Ceiling, wanted: number): number | null {
  let used = rows.reduce((sum, { amount }) => sum + amount, 0);
  for (const { at, amount } of rows) {
    used -= amount;
    if (!isOver(used, max, wanted)) return at + windowSeconds * 1000 + sliceMs(windowSeconds);
  }
  return null;
}

const isOver = (used: number, max: number, wanted: number): boolean =>
  used + wanted > max * (1 + tolerance) || used >= max * (1 - tolerance);

/**
 * Evaluates the ceilings of an agent for a call.
 *
 * @param usage the agent's usage, oldest slice first.
 * @param cost the cost that the call would reserve (at least 0).
 */
export function readCeilings(
  { rateCeiling, spendCeiling }: Ceilings,
  usage: readonly UsageSlice[],
  { now, cost }: { now: number; cost: number },
): CeilingReading {
  const read = (
    kind: UsageSlice["kind"],
    ceiling: Ceiling | null,
    wanted: number,
  ): number | null | undefined => {
    if (!ceiling) return undefined;
    const since = countedAfter(now, ceiling.windowSeconds);
    const rows = usage.filter((row) => row.kind === kind && row.at > since);
    const used = rows.reduce((sum, { amount }) => sum + amount, 0);
    return isOver(used, ceiling.max, wanted) ? fitsAt(rows, ceiling, wanted) : undefined;
  };
  const rate = read("calls", rateCeiling && { ...rateCeiling, max: rateCeiling.calls }, 1);
  const spend = read("cost", spendCeiling && { ...spendCeiling, max: spendCeiling.cost }, cost);
  const waits = [rate, spend].filter((at) => at !== undefined);
  const never = waits.length === 0 || waits.includes(null);
  return {
    rateExceeded: rate !== undefined,
    budgetExceeded: spend !== undefined,
    retryAfterSeconds: never ? null : Math.max(1, Math.ceil((Math.max(...waits.map(Number)) - now) / 1000)),
  };
}
