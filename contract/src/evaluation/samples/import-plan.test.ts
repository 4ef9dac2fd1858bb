import { expect, test } from "vitest";
import { limits } from "../../platform/limits.ts";
import { planImport } from "./import-plan.ts";
import { countRow, type ImportOptions, nothingRead } from "./import-rules.ts";
import type { SampleContent } from "./sample-rules.ts";

const contentOf = (externalId: string | null, contentHash: string): SampleContent => ({
  externalId,
  input: "in",
  output: null,
  expected: null,
  metadata: {},
  tags: [],
  split: null,
  clusterId: null,
  contentHash,
  caseHash: "case",
});
const rowOf = (ordinal: number, content: SampleContent) => ({ ordinal, line: ordinal, path: "", content });
const stored = { ...contentOf("a", "1"), id: "smp_1", dataset: "ds_1", createdAt: 0 };
const storedSample = (externalId: string) => (externalId === "a" ? stored : undefined);
const optionsOf = (mode: ImportOptions["mode"]): ImportOptions => ({
  mode,
  on_error: "skip",
  delimiter: "auto",
});
const planOf = (mode: ImportOptions["mode"], contents: readonly SampleContent[]) => {
  const staged = contents.map((content, index) => rowOf(index + 1, content));
  return planImport(
    { staged, reading: { ...nothingRead(), rows: staged.length } },
    storedSample,
    optionsOf(mode),
  );
};
const changed = contentOf("a", "2");
const fresh = contentOf("b", "3");
const unnamed = contentOf(null, "4");

test("rows without a stored sample are inserted, including those without an external id", () => {
  expect(planOf("append", [fresh, unnamed, unnamed])).toEqual({
    insert: [fresh, unnamed, unnamed],
    replace: [],
    unchanged: 0,
    failed: 0,
    errors: [],
  });
});

test("a stored sample is replaced only in mode update, and only by different contents", () => {
  expect(planOf("update", [changed])).toMatchObject({
    replace: [{ id: "smp_1", content: changed }],
    unchanged: 0,
  });
  expect(planOf("update", [contentOf("a", "1")])).toMatchObject({ replace: [], unchanged: 1 });
  expect(planOf("append", [changed])).toMatchObject({ replace: [], unchanged: 1 });
});

test("a row that repeats an earlier row is excluded; in mode create, so is a row whose sample exists", () => {
  const plan = planOf("create", [changed, fresh, contentOf("b", "5")]);
  expect(plan).toMatchObject({ insert: [fresh], replace: [], failed: 2 });
  expect(plan.errors.map(({ line, code }) => [line, code])).toEqual([
    [1, "conflict"],
    [3, "repeated"],
  ]);
});

test("rows are counted from 1, including invalid rows, and at most as many faults are kept as a response lists", () => {
  const reading = nothingRead();
  const fault = { path: "", code: "invalid", message: "It is wrong." };
  expect(countRow(reading, { ok: true })).toBe(1);
  expect(countRow(reading, { ok: false, errors: [fault] })).toBe(2);
  expect(reading).toEqual({ bytes: 0, rows: 1, failed: 1, errors: [fault], broken: false });
  const errors = Array.from({ length: limits.importErrorsListed }, () => fault);
  expect(countRow(reading, { ok: false, errors, fatal: true })).toBe(3);
  expect(reading).toEqual({ bytes: 0, rows: 1, failed: 2, errors, broken: true });
});
