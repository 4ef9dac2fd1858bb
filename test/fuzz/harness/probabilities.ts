import * as fc from "fast-check";

/** Mostly the one, now and then the other. */
export const often = <T, U>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<U>, weight = 9) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: seldom, weight: 1 });

/** Mostly nothing. */
export const seldom = <T>(value: fc.Arbitrary<T>, weight = 19) =>
  often(fc.constant(undefined), value, weight);
