/**
 * Refuses misspelled members, which JavaScript would ignore.
 *
 * @throws {TypeError} that names the accepted members.
 */
export function checkNames(what: string, given: object, members: Readonly<Record<string, true>>): void {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(members, name))
      throw new TypeError(`${what} has no member "${name}". Use ${Object.keys(members).join(", ")}.`);
  }
}
