type MayBeAbsent<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** What may be undefined of an object is optional, and then not undefined. */
export type WithoutAbsent<T> = Omit<T, MayBeAbsent<T>> & {
  [Key in MayBeAbsent<T>]?: Exclude<T[Key], undefined>;
};

/** An object without its members that are undefined: once it is checked, so is what was sent as null. */
export const withoutAbsent = <T extends object>(value: T): WithoutAbsent<T> =>
  // The entries that are there.
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as WithoutAbsent<T>;
