import { asText } from "./as-text.ts";

/**
 * Thrown for a part of a sample that cannot be read. The message is a human-readable sentence. If the part is
 * in the output, the evaluated system is at fault and the sample scores 0; otherwise the sample errors.
 */
export class Unreadable extends Error {
  override readonly name = "Unreadable";

  constructor(place: string, value: unknown, accepted: string) {
    super(
      `${place} is ${typeof value === "string" ? `"${asText(value)}"` : asText(value)}; it must be ${accepted}.`,
    );
  }
}

/** Returns a member of a value that may not be an object; undefined if the member is absent or null. */
export function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  const value: unknown = Reflect.get(holder, name);
  return value ?? undefined;
}

/**
 * Reads an optional list in a sample.
 *
 * @param place the position of the list, such as `output.red_flags`, for the error message.
 * @param read reads one item; throws `Unreadable` if the item is invalid.
 * @returns undefined if the value is absent.
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

/** Returns whether a value is a string with visible characters. */
const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/**
 * Returns a name, which must be a non-empty string. @throws {Unreadable} if the value is not such a string.
 */
export function nameAt(value: unknown, place: string, accepted = "a text"): string {
  if (!isName(value)) throw new Unreadable(place, value, accepted);
  return value;
}

/**
 * Returns an optional boolean of a sample; undefined if it is absent.
 *
 * @throws {Unreadable} if the value is present and not a boolean.
 */
export function flagOf(place: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new Unreadable(place, value, "true or false");
}
