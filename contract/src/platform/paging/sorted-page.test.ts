import { expect, test } from "vitest";
import { cursorPages } from "./cursor-pages.ts";
import { filterOf } from "./list-page.ts";
import { cutSorted, hasValues, newestPage } from "./sorted-page.ts";

const rows = ["b", "d", "a", "c"].map((id, index) => ({ id, createdAt: index < 2 ? 2 : 1 }));

const idsAfter = (after: string | undefined) => {
  const query = after === undefined ? { limit: 3 } : { limit: 3, after };
  return newestPage(rows, query, { list: "rows", toWire: ({ id }) => id });
};

test("a page of rows in memory starts after its cursor, newest first, then by descending id", () => {
  const first = idsAfter(undefined);
  expect(first).toMatchObject({ data: ["d", "b", "c"], has_more: true });
  expect(idsAfter(first.next_cursor ?? "")).toMatchObject({
    data: ["a"],
    has_more: false,
    next_cursor: null,
  });
});

test("a filter matches rows with all of its values, of which undefined matches any", () => {
  expect(hasValues({ id: "a", createdAt: 1 }, { id: "a", createdAt: undefined })).toBe(true);
  expect(hasValues({ id: "a", createdAt: 1 }, { id: "a", createdAt: 2 })).toBe(false);
});

test("a cursor is valid only for the filters of the query and for the given filter", () => {
  const pageOf = (query: { limit: number; after?: string; name?: string }, parent: string) =>
    newestPage(rows, query, { list: "rows", filter: { parent }, toWire: ({ id }) => id });
  const after = pageOf({ limit: 3, name: "x" }, "one").next_cursor ?? "";
  expect(pageOf({ limit: 2, name: "x", after }, "one").data).toEqual(["a"]);
  expect(() => pageOf({ limit: 2, name: "y", after }, "one")).toThrow("requested with these filters");
  expect(() => pageOf({ limit: 2, name: "x", after }, "two")).toThrow("requested with these filters");
  expect(filterOf({ limit: 2, after, name: "x" })).toEqual({ name: "x" });
});

test("a page by cursor sorts numbers by value and texts in byte order", () => {
  const given = [
    [10, "a"],
    [9, "😀"],
    [9, "～"],
  ] as const;
  const pagesOf = (cursor?: string) =>
    cursorPages({ list: "rows", filter: {} }, { limit: 2, cursor }, { parts: ["integer", "text"], limit: 5 });
  const keyOf = (row: (typeof given)[number]) => row;
  const first = cutSorted(pagesOf(), given, { keyOf });
  expect(first.page).toEqual([given[2], given[1]]);
  expect(cutSorted(pagesOf(first.nextCursor ?? ""), given, { keyOf })).toEqual({
    page: [given[0]],
    nextCursor: null,
  });
  const descending = cutSorted(pagesOf(), given, { keyOf, descending: true });
  expect(descending.page).toEqual([given[0], given[1]]);
});
