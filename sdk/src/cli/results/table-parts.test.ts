import { expect, test } from "vitest";
import { recordedIo } from "../io-fixture.ts";
import { createOutput } from "../output.ts";
import { linesOf, tableParts } from "./table-parts.ts";

const table = {
  head: ["expected", "emergent", "semi_urgent", "no answer"],
  rows: [["emergent", "1", "2", "3"]],
};

test.each([
  // 8 + 8 + 11 + 9 characters and 3 gaps of 2.
  [42, [table.head]],
  // "semi_" over "urgent" and "no" over "answer": 8 + 8 + 6 + 6 and 3 gaps.
  [34, [[["expected"], ["emergent"], ["semi_", "urgent"], ["no", "answer"]]]],
  [
    33,
    [
      ["expected", "emergent", "semi_urgent"],
      ["expected", "no answer"],
    ].map((head) => head),
  ],
  // A column that is too wide has a part of its own.
  [5, ["emergent", "semi_urgent", "no answer"].map((name) => ["expected", name])],
])("a table on %d columns has the headings %j", (columns, heads) => {
  const parts = tableParts(table, createOutput(recordedIo({ columns }), false));
  expect(parts.map(({ head }) => head)).toEqual(heads);
  expect(parts.map(({ rows }) => rows[0]?.length)).toEqual(heads.map((head) => head.length));
});

test("each part repeats the columns that name its rows", () => {
  const wide = { head: ["", "candidate", "change", "verdict"], rows: [["score", "a", "1", "better"]] };
  const parts = tableParts(wide, createOutput(recordedIo({ columns: 26 }), false), 2);
  expect(parts.map(({ rows }) => rows[0])).toEqual([
    ["score", "a", "1"],
    ["score", "a", "better"],
  ]);
});

test("a text is divided at its breaks as far as necessary", () => {
  const breaks = / (?=\[)/;
  expect(linesOf("1/2 = 50.0 % [9.5, 90.5]", 24, breaks)).toEqual(["1/2 = 50.0 % [9.5, 90.5]"]);
  expect(linesOf("1/2 = 50.0 % [9.5, 90.5]", 23, breaks)).toEqual(["1/2 = 50.0 %", "[9.5, 90.5]"]);
  expect(linesOf("a b c", 3, / /)).toEqual(["a b", "c"]);
});
