type MayBeAbsent<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** Members that may be undefined become optional, and then exclude undefined. */
export type WithoutAbsent<T> = Omit<T, MayBeAbsent<T>> & {
  [Key in MayBeAbsent<T>]?: Exclude<T[Key], undefined>;
};

/** Returns an object without its undefined members, such as a null member of a request after validation. */
export const withoutAbsent = <T extends object>(value: T): WithoutAbsent<T> =>
  // Safe: only the defined entries.
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as WithoutAbsent<T>;
