import { expect, test } from "vitest";
import { withoutAbsent } from "./without-absent.ts";

test("omits undefined members, and no other empty values", () => {
  const value = { none: undefined, empty: "", zero: 0, no: false, nil: null, list: [undefined] };
  const given = withoutAbsent(value);
  expect(Object.keys(given)).toEqual(["empty", "zero", "no", "nil", "list"]);
  expect(given.list).toBe(value.list);
});
