import * as fc from "fast-check";

/** Values of `usual` in most cases, of `rare` otherwise. */
export const often = <T, U>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<U>, weight = 9) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 });

/** Undefined in most cases, otherwise a value. */
export const rarely = <T>(value: fc.Arbitrary<T>, weight = 19) =>
  often(fc.constant(undefined), value, weight);
