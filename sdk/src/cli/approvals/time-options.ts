import { CliError } from "../cli-error.ts";

const dayMs = 86_400_000;
const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Parses a day such as `2026-03-31`, or a time such as `2026-03-31 09:30`. Without a zone, both are in UTC, as the
 * commands print them.
 *
 * @returns the start of the day, or the time, in milliseconds since 1970.
 * @throws {CliError} if the text does not have this form, or there is no such day or time.
 */
export const timeOf =
  (option: string) =>
  (text: string): number => {
    const [, day = "", time = "00:00", zone = "Z"] = form.exec(text) ?? [];
    const start = Date.parse(`${day}T00:00Z`);
    // For 30 February, the parser returns a day of March.
    const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day);
    const at = exists ? Date.parse(`${day}T${time}${zone}`) : Number.NaN;
    if (!Number.isNaN(at)) return at;
    throw new CliError(
      `${option} is ${JSON.stringify(text)}; it must be a day such as 2026-03-31 or a time such as 2026-03-31T09:30Z.`,
    );
  };

/** Parses the end of a period: a time, or the end of a day, so that the day is included. @throws {CliError} */
export const endOf =
  (option: string) =>
  (text: string): number =>
    timeOf(option)(text) + (text.length === "2026-03-31".length ? dayMs : 0);

const unitsMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const unitNames = { ms: "ms", s: "s", m: "min", h: "h" };

/**
 * Parses a duration such as `15m`.
 *
 * @returns milliseconds; undefined if the text does not have this form.
 */
export function parsedDuration(text: string): number | undefined {
  const [, count = "", unit = ""] = /^([1-9]\d{0,5})(ms|[smh])$/.exec(text) ?? [];
  const scale = Object.entries(unitsMs).find(([name]) => name === unit)?.[1];
  return scale === undefined ? undefined : Number(count) * scale;
}

/** Formats a duration with the largest unit of which it is a multiple, such as `15 min`. */
export function durationText(durationMs: number): string {
  const units = Object.entries(unitsMs).toReversed();
  const [unit, scale] = units.find(([, each]) => durationMs % each === 0) ?? ["ms", 1];
  return `${durationMs / scale} ${Reflect.get(unitNames, unit)}`;
}
