/** What an agent used in a slice of time. */
export interface UsageSlice {
  kind: "calls" | "cost";
  /** When the slice began, in milliseconds since 1970. */
  at: number;
  amount: number;
}

/** The ceilings of a workspace's agents; null: there is none. */
export interface Ceilings {
  rateCeiling: { calls: number; windowSeconds: number } | null;
  spendCeiling: { cost: number; windowSeconds: number } | null;
}

/** How much of a ceiling is used, and what an agent is told of it. */
export interface CeilingReading {
  rateExceeded: boolean;
  budgetExceeded: boolean;
  /** Seconds until a call could fit again; null when nothing is exceeded, or it never would. */
  retryAfterSeconds: number | null;
}

/** Into how many slices a window is cut: use stops counting at most a hundredth of the window late. */
const slices = 100;
/** Sums of decimal fractions are off by less than this, relatively. */
const tolerance = 1e-9;
/** Slices of spend while no ceiling says how long its window is. */
const plainSliceMs = 1000;

const sliceMs = (windowSeconds: number): number => Math.max(1, Math.ceil((windowSeconds * 1000) / slices));

/** When the slice began that a moment lies in. @param ceiling null: there is none. */
export const sliceOf = (now: number, ceiling: { windowSeconds: number } | null): number => {
  const width = ceiling ? sliceMs(ceiling.windowSeconds) : plainSliceMs;
  return Math.floor(now / width) * width;
};

/** Slices that began after this still count. */
const countedAfter = (now: number, windowSeconds: number): number =>
  now - windowSeconds * 1000 - sliceMs(windowSeconds);

/** Where the use that any of the ceilings looks at begins; undefined: there are no ceilings. */
export function usageSince(now: number, { rateCeiling, spendCeiling }: Ceilings): number | undefined {
  const windows = [rateCeiling, spendCeiling].flatMap((ceiling) => (ceiling ? [ceiling.windowSeconds] : []));
  return windows.length === 0 ? undefined : countedAfter(now, Math.max(...windows));
}

interface Ceiling {
  most: number;
  windowSeconds: number;
}

/** When so much of what is counted has left the window that `wanted` more fits; null: never. */
function fitsAt(
  rows: readonly UsageSlice[],
  { most, windowSeconds }: Ceiling,
  wanted: number,
): number | null {
  let used = rows.reduce((sum, { amount }) => sum + amount, 0);
  for (const { at, amount } of rows) {
    used -= amount;
    if (!isOver(used, most, wanted)) return at + windowSeconds * 1000 + sliceMs(windowSeconds);
  }
  return null;
}

const isOver = (used: number, most: number, wanted: number): boolean =>
  used + wanted > most * (1 + tolerance) || used >= most * (1 - tolerance);

/**
 * Whether a call would exceed the ceilings of its agent.
 *
 * @param usage what the agent used, the oldest slice first.
 * @param cost that the call wants to reserve, at least 0.
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
    return isOver(used, ceiling.most, wanted) ? fitsAt(rows, ceiling, wanted) : undefined;
  };
  const rate = read("calls", rateCeiling && { ...rateCeiling, most: rateCeiling.calls }, 1);
  const spend = read("cost", spendCeiling && { ...spendCeiling, most: spendCeiling.cost }, cost);
  const waits = [rate, spend].filter((at) => at !== undefined);
  const never = waits.length === 0 || waits.includes(null);
  return {
    rateExceeded: rate !== undefined,
    budgetExceeded: spend !== undefined,
    retryAfterSeconds: never ? null : Math.max(1, Math.ceil((Math.max(...waits.map(Number)) - now) / 1000)),
  };
}
