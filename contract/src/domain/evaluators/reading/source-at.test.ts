import { describe, expect, test } from "vitest";
import { isPointer, placeOf, sourceAt, valueAt } from "./source-at.ts";

describe("a JSON Pointer", () => {
  // The document and the pointers of RFC 6901, section 5.
  const document = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };
  test.each([
    ["", document],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
  ])("%j refers to %j", (pointer, value) => {
    expect(isPointer(pointer)).toBe(true);
    expect(valueAt(document, pointer)).toEqual(value);
  });

  test.each(["/foo/2", "/foo/-", "/foo/00", "/foo/length", "/foo/0/0", "/constructor", "/bar/baz"])(
    "%j refers to no value",
    (pointer) => expect(valueAt(document, pointer)).toBeUndefined(),
  );

  test("refers to no value where the value is null", () => {
    expect(valueAt({ level: null }, "/level")).toBeUndefined();
    expect(valueAt(null, "/level")).toBeUndefined();
  });

  test.each(["level", "/a~2b", "/a~", "a/b", " /a"])("is not %j", (text) =>
    expect(isPointer(text)).toBe(false),
  );
});

describe("the part that an evaluator reads", () => {
  test("is the whole value by default, or the object at the path", () => {
    const root = { result: { red_flags: [] } };
    expect(sourceAt("output", root)).toMatchObject({ holder: root, holderPlace: "output", list: undefined });
    expect(sourceAt("output", root, "/result")).toMatchObject({
      holder: root.result,
      holderPlace: "output.result",
    });
  });

  test("can be a list, with further fields in the whole value", () => {
    const root = { flags: ["x"], escalated: true };
    expect(sourceAt("expected", root, "/flags")).toEqual({
      place: "expected.flags",
      list: ["x"],
      holder: root,
      holderPlace: "expected",
    });
  });

  test("is unreadable if a path leads to a text, and absent if it leads nowhere", () => {
    expect(() => sourceAt("output", { flags: "x" }, "/flags")).toThrow(
      'output.flags is "x"; it must be an object or a list.',
    );
    expect(sourceAt("output", {}, "/flags").holder).toBeUndefined();
    expect(placeOf("output", "/a~1b/0")).toBe("output.a/b.0");
  });
});
