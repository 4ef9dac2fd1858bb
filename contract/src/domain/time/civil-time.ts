const dayMs = 86_400_000;

/** The first and the last instant in the years 1 to 9999 (UTC), in milliseconds since 1970. */
export const yearsServed = {
  start: Date.parse("0001-01-01T00:00:00.000Z"),
  end: Date.parse("9999-12-31T23:59:59.999Z"),
};

const formats = new Map<string, Intl.DateTimeFormat>();
/** Maximum number of cached formats. The format that was used least recently is evicted first. */
const maxFormats = 100;

/**
 * Returns a format that shows the offset of a time zone from UTC.
 *
 * @param zone the name of a time zone, in any case.
 * @throws {RangeError} for an unknown zone.
 */
export function zoneFormat(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  // A Map iterates in insertion order. Reinserting each used format keeps the least recently used format first.
  formats.delete(zone);
  formats.set(zone, format);
  const [oldest] = formats.size > maxFormats ? formats.keys() : [];
  if (oldest !== undefined) formats.delete(oldest);
  return format;
}

/**
 * Returns the difference between the clock of a time zone and UTC at an instant, in milliseconds. The
 * difference is above 0 if the clock is ahead of UTC. It contains seconds for times before the zone had a
 * standard time.
 *
 * @param at milliseconds since 1970.
 * @param zone the IANA name of a time zone.
 * @throws {RangeError} for an unknown zone.
 */
export function offsetAt(at: number, zone: string): number {
  if (zone === "UTC") return 0;
  const found = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(zoneFormat(zone).format(at));
  if (!found) return 0;
  const [, sign, hours, minutes, seconds = 0] = found;
  const offset = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === "-" ? -offset : offset;
}

/**
 * Returns the date and time that the clock of a time zone shows at an instant. The result is in milliseconds
 * since 1970, as if the clock showed UTC.
 */
export const clockAt = (at: number, zone: string): number => at + offsetAt(at, zone);

/**
 * Returns the instant at which the clock of a time zone shows a time.
 *
 * @param clock the time, in the form of {@link clockAt}.
 * @returns the first instant, if the clock shows the time twice. If the clock skips the time, the instant of
 *   the skip.
 */
export function instantOfClock(clock: number, zone: string): number {
  const [before, after] = [offsetAt(clock - dayMs, zone), offsetAt(clock + dayMs, zone)];
  const shown = [clock - before, clock - after].filter((at) => clockAt(at, zone) === clock);
  if (shown.length > 0) return Math.min(...shown);
  return firstInstant([clock - dayMs, clock + dayMs], (at) => clockAt(at, zone) >= clock);
}

/**
 * Returns the first instant at which a condition holds, between two instants: at the earlier one it does not
 * hold, and at the later one it holds.
 */
export function firstInstant([low, high]: [number, number], holds: (at: number) => boolean): number {
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The last result of {@link dateOfClock}, because most requested dates are the current one. */
let last = { day: Number.NaN, date: "" };

/** Returns the date that a clock shows, as `YYYY-MM-DD`. Dates outside the years 1 to 9999 are clipped. */
export function dateOfClock(clock: number): string {
  const day = Math.floor(clock / dayMs);
  if (day !== last.day) {
    const clipped = Math.min(yearsServed.end, Math.max(yearsServed.start, clock));
    last = { day, date: new Date(clipped).toISOString().slice(0, 10) };
  }
  return last.date;
}
