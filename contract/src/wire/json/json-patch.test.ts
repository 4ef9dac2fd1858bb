import { describe, expect, test } from "vitest";
import { withChanges } from "./json-patch.ts";

describe("changes of arguments", () => {
  const args = { a: { "b/c": [1, 2, 3] }, d: "x" };

  test("are applied as in RFC 6902, on a copy", () => {
    expect(
      withChanges(args, [
        { op: "replace", path: "/d", value: "y" },
        { op: "remove", path: "/a/b~1c/0" },
        { op: "add", path: "/a/b~1c/-", value: 4 },
        { op: "add", path: "/a/new", value: null },
      ]),
    ).toEqual({ a: { "b/c": [2, 3, 4], new: null }, d: "y" });
    expect(args.d).toBe("x");
  });

  test.each([
    { op: "replace" as const, path: "/missing", value: 1 },
    { op: "remove" as const, path: "/a/b~1c/9" },
    { op: "add" as const, path: "/no/such", value: 1 },
    { op: "add" as const, path: "/__proto__/polluted", value: 1 },
    { op: "add" as const, path: "", value: 1 },
  ])("that cannot be applied are refused: %o", (change) => {
    expect(withChanges(args, [change])).toBeUndefined();
    expect("polluted" in {}).toBe(false);
  });

  test("do not alter the changes themselves", () => {
    const changes = [
      { op: "add" as const, path: "/list", value: [] },
      { op: "add" as const, path: "/list/-", value: 1 },
    ];
    for (let round = 0; round < 2; round += 1) expect(withChanges({}, changes)).toEqual({ list: [1] });
  });
});
