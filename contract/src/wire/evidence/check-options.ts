import { quoted } from "../http/quote.ts";

/**
 * Rejects unknown options. Otherwise a misspelled option would silently skip its check.
 *
 * @param names the names of all options. The compiler rejects an incomplete list.
 * @throws {TypeError} for an unknown option, with a list of the known options.
 */
export function checkOptions<T extends object>(given: T | undefined, names: Record<keyof T, true>): void {
  for (const name of Object.keys(given ?? {})) {
    if (!Object.hasOwn(names, name))
      throw new TypeError(`Option "${name}" is unknown. Use ${Object.keys(names).join(", ")}.`);
  }
}

/** Rejects an option that is neither absent nor a text. @throws {TypeError} an error that names the option. */
export function requireText(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "string")
    throw new TypeError(`${name} is ${quoted(value)}; it must be a string.`);
}
