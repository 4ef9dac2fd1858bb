import { clockAt, dateOfClock } from "../time/civil-time.ts";

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

/**
 * Computes the time facts of a moment.
 *
 * @param epochMs milliseconds since 1970, at most the end of the year 9999.
 * @throws {RangeError} for an unknown zone.
 */
export function timeFactsOf(epochMs: number, zone: string): TimeFacts {
  const shown = clockAt(epochMs, zone);
  const clock = new Date(shown);
  return {
    date: dateOfClock(shown),
    // Days of the week start with Sunday (0) in JavaScript.
    dayOfWeek: clock.getUTCDay() || 7,
    epochMs,
    hour: clock.getUTCHours(),
    instant: new Date(epochMs).toISOString(),
    minute: clock.getUTCMinutes(),
    zone,
  };
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
