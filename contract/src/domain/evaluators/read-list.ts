import { asText } from "./as-text.ts";

/**
 * What a sample holds cannot be read. The message is a sentence for people. In an output it is the system's fault, which
 * scores 0; elsewhere nothing can be said of the system, and the sample errors.
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

/** A member of something that may be no object; undefined where there is none, or it is null. */
export function memberOf(holder: unknown, name: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, name)) return undefined;
  const value: unknown = Reflect.get(holder, name);
  return value ?? undefined;
}

/**
 * A list that a sample may hold.
 *
 * @param place `output.red_flags`: named in the fault.
 * @param read reads one item; it throws `Unreadable` for one that it cannot.
 * @returns undefined when there is no list.
 * @throws {Unreadable} when it is no list.
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

/** Whether a value is a text that says something. */
const isName = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** A name, which must be a text that is not empty. @throws {Unreadable} */
export function nameAt(value: unknown, place: string, accepted = "a text"): string {
  if (!isName(value)) throw new Unreadable(place, value, accepted);
  return value;
}

/** A truth value that a sample may hold; undefined when there is none. @throws {Unreadable} when it is another value. */
export function flagOf(place: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  throw new Unreadable(place, value, "true or false");
}
