/**
 * Refuses options that a verification does not know: one that is misspelt would be passed over, and what it should have been
 * held against with it.
 *
 * @param names each option there is; the compiler says which is missing.
 * @throws {TypeError} that names the options there are.
 */
export function checkOptions<T extends object>(given: T | undefined, names: Record<keyof T, true>): void {
  for (const name of Object.keys(given ?? {})) {
    if (!Object.hasOwn(names, name))
      throw new TypeError(`There is no option "${name}"; there are ${Object.keys(names).join(", ")}.`);
  }
}
