import { expect, test, vi } from "vitest";
import { textPlaces } from "./text-places.ts";

test("each name of a member is checked once, however many texts are in the member", () => {
  const isMarked = vi.fn((name: string) => name === "source");
  const value = { source: { list: ["a", "b", ["c"]] }, note: ["d", "e"] };
  const places = [...textPlaces(value, isMarked)].filter(({ isName }) => !isName);
  expect(places.map(({ text, path, member, isBelowMark }) => [text, path, member, isBelowMark])).toEqual([
    ["a", "/source/list/0", "list", true],
    ["b", "/source/list/1", "list", true],
    ["c", "/source/list/2/0", "list", true],
    ["d", "/note/0", "note", false],
    ["e", "/note/1", "note", false],
  ]);
  expect(isMarked.mock.calls.map(([name]) => name).toSorted()).toEqual(["list", "note", "source"]);
});

test("the name of a member is a text of the object that contains the member", () => {
  const names = [...textPlaces({ source: { a: 1 } }, (name) => name === "source")];
  expect(names).toEqual([
    { text: "source", path: "/*", member: null, isName: true, isBelowMark: false },
    { text: "a", path: "/source/*", member: null, isName: true, isBelowMark: true },
  ]);
});
