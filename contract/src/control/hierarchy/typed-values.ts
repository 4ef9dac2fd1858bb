// Values of JSON that stand for a value of Cedar: an address, a decimal, a time, or a reference to an entity.
// The formats of the arguments are those of Cedar's extension types.

/** A value of an extension type of Cedar. */
interface ExtensionValue {
  fn: "ip" | "decimal" | "datetime" | "duration";
  arg: string;
}

/** A typed value in JSON. */
export type TypedValue =
  | { kind: "extension"; value: ExtensionValue }
  | { kind: "entity"; value: { type: string; id: string } };

const largestLong = 2n ** 63n;
const inLong = (value: bigint): boolean => value >= -largestLong && value < largestLong;

function isDecimal(text: string): boolean {
  const match = /^(-?)(\d{1,15})\.(\d{1,4})$/.exec(text);
  const [, sign = "", whole = "", fraction = ""] = match ?? [];
  return match !== null && inLong(BigInt(`${sign}${whole}${fraction.padEnd(4, "0")}`));
}

const octet = /^(?:0|[1-9]\d{0,2})$/;
const isIpv4 = (text: string): boolean => {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => octet.test(part) && Number(part) <= 255);
};

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}

function isIp(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : undefined;
  if (bits === undefined || rest.length > 0) return false;
  return prefix === undefined || (octet.test(prefix) && Number(prefix) <= bits);
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.\d{3})?(?:Z|[+-](\d\d)(\d\d)))?$/;

function isDatetime(text: string): boolean {
  const parts = moment.exec(text);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] =
    parts.slice(1).map((part: string | undefined) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  // The calendar repeats every 400 years. Date would treat the years 0 to 99 as 1900 to 1999.
  const date = new Date(Date.UTC(2000 + (year % 400), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const units = [86_400_000n, 3_600_000n, 60_000n, 1000n, 1n] as const;

function isDuration(text: string): boolean {
  const match = /^(-?)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text);
  if (!match || text.length > 100 || !/\d/.test(text)) return false;
  const amounts = match.slice(2).map((part: string | undefined) => BigInt(part ?? 0));
  const sign = match[1] === "-" ? -1n : 1n;
  let total = 0n;
  for (const [index, unit] of units.entries()) {
    const part = sign * (amounts[index] ?? 0n);
    total += part * unit;
    // Cedar adds the units in this order, and each intermediate result must fit into a `Long`.
    if (!inLong(part) || !inLong(part * unit) || !inLong(total)) return false;
  }
  return true;
}

const formats: Readonly<Record<ExtensionValue["fn"], (arg: string) => boolean>> = {
  ip: isIp,
  decimal: isDecimal,
  datetime: isDatetime,
  duration: isDuration,
};

const isExtension = (name: unknown): name is ExtensionValue["fn"] =>
  typeof name === "string" && Object.hasOwn(formats, name);

/** Returns the two named members of an object, or undefined if one is missing or other members exist. */
function pairOf(value: unknown, first: string, second: string): [unknown, unknown] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if (Object.keys(value).length !== 2) return undefined;
  if (!Object.hasOwn(value, first) || !Object.hasOwn(value, second)) return undefined;
  return [Reflect.get(value, first), Reflect.get(value, second)];
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= max;

/**
 * The typed value that an object represents: `{"__extn": {"fn", "arg"}}` or `{"__entity": {"type", "id"}}`,
 * without other members. Undefined if the object has another form or an invalid argument.
 */
export function typedValueOf(object: object): TypedValue | undefined {
  if (Object.keys(object).length !== 1) return undefined;
  if (Object.hasOwn(object, "__extn")) {
    const [fn, arg] = pairOf(Reflect.get(object, "__extn"), "fn", "arg") ?? [];
    const isValid = isExtension(fn) && typeof arg === "string" && formats[fn](arg);
    return isValid ? { kind: "extension", value: { fn, arg } } : undefined;
  }
  if (!Object.hasOwn(object, "__entity")) return undefined;
  const [type, id] = pairOf(Reflect.get(object, "__entity"), "type", "id") ?? [];
  return isText(type, 128) && isText(id, 256) ? { kind: "entity", value: { type, id } } : undefined;
}
