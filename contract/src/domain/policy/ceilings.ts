/** An agent's usage in a slice of time. */
export interface UsageSlice {
  kind: "calls" | "cost";
  /** Start of the slice, in milliseconds since 1970. */
  at: number;
  amount: number;
}

/** The ceilings of a workspace's agents; null: unlimited. */
export interface Ceilings {
  rateCeiling: { calls: number; windowSeconds: number } | null;
  spendCeiling: { cost: number; windowSeconds: number } | null;
}

/** Whether an agent has reached its ceilings, and when a call fits again. */
export interface CeilingReading {
  rateExceeded: boolean;
  budgetExceeded: boolean;
  /** Seconds until a call could fit again; null if no ceiling is exceeded, or a call never fits. */
  retryAfterSeconds: number | null;
}

/** Number of slices per window: usage leaves the window at most a hundredth of the window late. */
const slices = 100;
/** Relative error bound of sums of decimal fractions. */
const tolerance = 1e-9;
/** Slice of spend while no ceiling defines a window. */
const plainSliceMs = 1000;

const sliceMs = (windowSeconds: number): number => Math.max(1, Math.ceil((windowSeconds * 1000) / slices));

/** The start of the slice that contains an instant. @param ceiling null: unlimited. */
export const sliceOf = (now: number, ceiling: { windowSeconds: number } | null): number => {
  const width = ceiling ? sliceMs(ceiling.windowSeconds) : plainSliceMs;
  return Math.floor(now / width) * width;
};

/** Slices that started after this instant still count. */
const countedAfter = (now: number, windowSeconds: number): number =>
  now - windowSeconds * 1000 - sliceMs(windowSeconds);

/** Start of the usage that the ceilings require; undefined without ceilings. */
export function usageSince(now: number, { rateCeiling, spendCeiling }: Ceilings): number | undefined {
  const windows = [rateCeiling, spendCeiling].flatMap((ceiling) => (ceiling ? [ceiling.windowSeconds] : []));
  return windows.length === 0 ? undefined : countedAfter(now, Math.max(...windows));
}

interface Ceiling {
  max: number;
  windowSeconds: number;
}

/** When enough usage has left the window for `wanted` more; null: never. */
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
 * @param usage of the agent, the oldest slice first.
 * @param cost that the call would reserve, at least 0.
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
