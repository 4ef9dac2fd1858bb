import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../platform/errors.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

const list = "datasets";
const filter = { project: "proj_1", archived: false };
const position = ["2026-03-02T09:30:00.000Z", "0190a1b2-0000-7000-8000-000000000000"];

function refusalOf(read: () => unknown): ApiError {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error("the cursor was taken");
}

describe("cursors", () => {
  test("decode to their position and are URL-safe", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.integer())), (any) => {
        const cursor = encodeCursor({ list, filter, position: any });
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, { list, filter })).toEqual(any);
      }),
    );
  });

  test("are independent of page size, of the order of filters and values, and of absent filters", () => {
    const cursor = encodeCursor({
      list,
      filter: { flags: ["b", "a"], project: "p", limit: 20, after: "x" },
      position,
    });
    const same = { project: "p", status: undefined, flags: ["a", "b"], limit: 100, after: cursor };
    expect(decodeCursor(cursor, { list, filter: same })).toEqual(position);
  });

  test("decode numbers without a change in any bit, and refuse another type in their place", () => {
    const parts = ["number", "uuid"] as const;
    for (const score of [0, 100 / 3, 66.66666666666667, Number.MIN_VALUE]) {
      const cursor = encodeCursor({ list, filter, position: [score, position[1] ?? ""] });
      expect(decodeCursor(cursor, { list, filter }, parts)).toEqual([score, position[1]]);
    }
    const other = encodeCursor({ list, filter, position: ["1", position[1] ?? ""] });
    expect(refusalOf(() => decodeCursor(other, { list, filter }, parts)).status).toBe(400);
  });

  test("of another list or with other filters are refused", () => {
    const cursor = encodeCursor({ list, filter, position });
    for (const other of [
      { list: "models", filter },
      { list, filter: { ...filter, project: "proj_2" } },
      { list, filter: {} },
      { list, filter: { ...filter, archived: "false" } },
    ]) {
      expect(refusalOf(() => decodeCursor(cursor, other)).code).toBe("validation_failed");
    }
  });

  test("in which any character is changed are refused", () => {
    const cursor = encodeCursor({ list, filter, position });
    for (let index = 0; index < cursor.length; index += 1) {
      for (const character of ["A", "B", "z", "9", "-", "_"]) {
        if (cursor[index] === character) continue;
        const altered = cursor.slice(0, index) + character + cursor.slice(index + 1);
        expect(refusalOf(() => decodeCursor(altered, { list, filter })).status).toBe(400);
      }
    }
  });

  test("that are invalid are refused at query/after with the quoted value", () => {
    for (const text of ["", "x", "abc=", "a b", "💥", "..", "null", "e30", "W10", "%00"]) {
      const { errors } = refusalOf(() => decodeCursor(text, { list, filter }));
      expect(errors).toEqual([
        {
          path: "query/after",
          code: "invalid_cursor",
          message: `after is ${JSON.stringify(text)}; it must be the next_cursor of an earlier page of this list, requested with these filters.`,
        },
      ]);
    }
  });
});
