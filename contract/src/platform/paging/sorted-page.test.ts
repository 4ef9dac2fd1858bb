import { expect, test } from "vitest";
import { hasValues, newestPage } from "./sorted-page.ts";

const rows = ["b", "d", "a", "c"].map((id, index) => ({ id, createdAt: index < 2 ? 2 : 1 }));

const idsAfter = (after: string | undefined) => {
  const query = after === undefined ? { limit: 3 } : { limit: 3, after };
  return newestPage(rows, query, { list: "rows", filter: {}, toWire: ({ id }) => id });
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
