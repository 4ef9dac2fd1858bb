/**
 * Refuses a misspelt member, which would be passed over otherwise: programs in JavaScript have no compiler to say so.
 *
 * @throws {TypeError} that names the members there are.
 */
export function checkNames(what: string, given: object, members: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(members, name))
      throw new TypeError(`${what} has no member "${name}". Use ${Object.keys(members).join(", ")}.`);
  }
}
