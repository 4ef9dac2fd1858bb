/** An object without its members that are undefined: what was sent as null is undefined once it is checked. */
export const withoutAbsent = <T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  // The entries that are there.
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
