/** The moment of a decision, as `context.facts.now` of policies. */
export interface TimeFacts {
  /** Local date in `zone`: `2026-03-02`. */
  date: string;
  /** 1 (Monday) to 7 (Sunday), in `zone`. */
  dayOfWeek: number;
  /** Milliseconds since 1970. */
  epochMs: number;
  /** 0 to 23, in `zone`. */
  hour: number;
  /** ISO 8601 in UTC, with milliseconds; a `datetime` in policies. */
  instant: string;
  /** 0 to 59, in `zone`. */
  minute: number;
  /** IANA name of the time zone. */
  zone: string;
}

/** The time zone of a workspace without a setting. */
export const defaultTimeZone = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();
/** Maximum number of cached formats. About 600 names of time zones exist. */
const maxFormats = 1000;

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US-u-ca-iso8601", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  if (formats.size < maxFormats) formats.set(zone, format);
  return format;
}

/**
 * Returns whether a text is the name of an IANA time zone in its exact case. Offsets such as `+01:00` are not
 * names.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    const { timeZone } = formatOf(name).resolvedOptions();
    // An alias is valid, although it resolves to a different name. If the two names differ only in case, the
    // given name does not have its exact case.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Computes the time facts of a moment.
 *
 * @param epochMs milliseconds since 1970, at most the end of the year 9999.
 * @throws {RangeError} for an unknown zone.
 */
export function timeFactsOf(epochMs: number, zone: string): TimeFacts {
  const moment = new Date(epochMs);
  const instant = moment.toISOString();
  const { date, dayOfWeek, hour, minute } =
    zone === defaultTimeZone ? utcOf(moment, instant) : localTimeOf(epochMs, zone);
  return { date, dayOfWeek, epochMs, hour, instant, minute, zone };
}

type LocalTime = Pick<TimeFacts, "date" | "dayOfWeek" | "hour" | "minute">;

/** Returns the local time in UTC. Takes a tenth of the time of `localTimeOf`. */
const utcOf = (moment: Date, instant: string): LocalTime => ({
  date: instant.slice(0, 10),
  dayOfWeek: isoDayOfWeek(moment),
  hour: moment.getUTCHours(),
  minute: moment.getUTCMinutes(),
});

/** Returns 1 (Monday) to 7 (Sunday). Days of the week start with Sunday (0) in JavaScript. */
const isoDayOfWeek = (moment: Date): number => moment.getUTCDay() || 7;

function localTimeOf(epochMs: number, zone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(epochMs)) parts[type] = value;
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  const date = `${year.padStart(4, "0")}-${month}-${day}`;
  const dayOfWeek = isoDayOfWeek(new Date(`${date}T00:00:00Z`));
  return { date, dayOfWeek, hour: Number(hour), minute: Number(minute) };
}

/** The moment of a test case without a time: 2026-01-01T12:00:00Z. */
const testMoment = Date.UTC(2026, 0, 1, 12);

/**
 * Completes the time facts of a test case. Missing members are computed from `epochMs`, or else from
 * `instant`, or else from 2026-01-01T12:00:00Z, in `zone` (default UTC).
 */
export function completeTimeFacts(part: {
  [Name in keyof TimeFacts]?: TimeFacts[Name] | undefined;
}): TimeFacts {
  const { epochMs, instant, zone = defaultTimeZone, date, dayOfWeek, hour, minute } = part;
  const at = epochMs ?? (instant === undefined ? testMoment : Date.parse(instant));
  const all = timeFactsOf(at, zone);
  return {
    ...all,
    date: date ?? all.date,
    dayOfWeek: dayOfWeek ?? all.dayOfWeek,
    hour: hour ?? all.hour,
    minute: minute ?? all.minute,
  };
}
