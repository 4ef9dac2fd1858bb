import { asText } from "./as-text.ts";

/**
 * Thrown for a part of a sample that cannot be read. The message is a sentence for people. In an output this
 * is a fault of the evaluated system, which scores 0; in another part the sample errors.
 */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly inOutput: boolean;

  constructor(place: string, value: unknown, accepted: string) {
    super(
      `${place} is ${typeof value === "string" ? `"${asText(value)}"` : asText(value)}; it must be ${accepted}.`,
    );
    this.inOutput = place.startsWith("output.");
  }
}

/** A member of a value that may not be an object; undefined if absent or null. */
export function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  const value: unknown = Reflect.get(holder, name);
  return value ?? undefined;
}

/**
 * Reads an optional list of a sample.
 *
 * @param place of the list, such as `output.red_flags`: named in the fault.
 * @param read reads one item; it throws `Unreadable` for an invalid one.
 * @returns undefined if absent.
 * @throws {Unreadable} if the value is not a list.
 */
export function listOf<Item>(
  place: string,
  value: unknown,
  read: (item: unknown, place: string) => Item,
): Item[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Unreadable(place, value, "a list");
  return value.map((item: unknown, index) => read(item, `${place}[${index}]`));
}

/** Whether a value is a text with visible characters. */
const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** A name: a non-empty text. @throws {Unreadable} */
export function nameAt(value: unknown, place: string, accepted = "a text"): string {
  if (!isName(value)) throw new Unreadable(place, value, accepted);
  return value;
}

/** An optional boolean of a sample; undefined if absent. @throws {Unreadable} for another value. */
export function flagOf(place: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new Unreadable(place, value, "true or false");
}
