type MayBeAbsent<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** Makes members that may be undefined optional, and excludes undefined from their types. */
export type WithoutAbsent<T> = Omit<T, MayBeAbsent<T>> & {
  [Key in MayBeAbsent<T>]?: Exclude<T[Key], undefined>;
};

/**
 * Returns an object without its undefined members, such as members that were null in a request before
 * validation.
 */
export const withoutAbsent = <T extends object>(value: T): WithoutAbsent<T> =>
  // Safe: the result has only the defined entries.
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as WithoutAbsent<T>;
