import * as fc from "fast-check";

/** Generates values from `usual` in most cases, and from `rare` otherwise. */
export const often = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>, weight = 9) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });

/** Generates undefined in most cases, and a value otherwise. */
export const rarely = <T>(value: fc.Arbitrary<T>, weight = 19) =>
  often(fc.constant(undefined), value, weight);
