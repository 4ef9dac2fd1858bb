/**
 * Rejects unknown options, because a misspelled option would silently skip its check.
 *
 * @param names all options; the compiler requires each of them.
 * @throws {TypeError} for an unknown option, with a list of the known ones.
 */
export function checkOptions<T extends object>(given: T | undefined, names: Record<keyof T, true>): void {
  for (const name of Object.keys(given ?? {})) {
    if (!Object.hasOwn(names, name))
      throw new TypeError(`Option "${name}" is unknown. Use ${Object.keys(names).join(", ")}.`);
  }
}
