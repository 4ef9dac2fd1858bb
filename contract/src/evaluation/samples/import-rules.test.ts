import { describe, expect, test } from "vitest";
import {
  type FileReading,
  type ImportOptions,
  importToWire,
  nothingRead,
  refusedRows,
  rowFate,
} from "./import-rules.ts";

const file: FileReading = { bytes: 90, rows: 4, failed: 0, errors: [], broken: false };
const none = { total: 0, rows: [] };
const options = (
  mode: ImportOptions["mode"],
  on_error: ImportOptions["on_error"] = "skip",
): ImportOptions => ({
  mode,
  on_error,
  delimiter: "auto",
});
const row = (ordinal: number, externalId: string) => ({ ordinal, line: ordinal, path: "", externalId });
const repeated = { total: 1, rows: [{ ...row(3, "a"), first: { line: 1, path: "" } }] };
const taken = { total: 2, rows: [row(2, "b"), row(3, "a")] };

describe("the decision on a row", () => {
  test.each([
    ["create", "none", "insert"],
    ["create", "equal", "keep"],
    ["append", "none", "insert"],
    ["append", "different", "keep"],
    ["update", "none", "insert"],
    ["update", "equal", "keep"],
    ["update", "different", "replace"],
  ] as const)("in mode %s, with the stored sample %s, is %s", (mode, stored, fate) => {
    expect(rowFate({ mode }, stored)).toBe(fate);
  });
});

describe("refused rows", () => {
  test("are listed by line and counted once: a repeated row whose sample exists counts as repeated", () => {
    const late = { path: "/input", code: "required", message: "input is missing.", line: 4 };
    const reading = { ...file, failed: 1, errors: [late] };
    const { failed, errors } = refusedRows(reading, { repeated, taken }, options("create"));
    expect(failed).toBe(3);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [2, "conflict"],
      [3, "repeated"],
      [4, "required"],
    ]);
  });

  test("include rows whose sample exists only in mode create", () => {
    expect(refusedRows(file, { repeated: none, taken }, options("update"))).toEqual({
      failed: 0,
      errors: [],
    });
  });

  test("contain the position of the first occurrence, as a line or as a path", () => {
    const inArray = { ...row(3, "a"), path: "/2", first: { line: 1, path: "/0" } };
    const clashes = { repeated: { total: 1, rows: [inArray] }, taken: none };
    const [error] = refusedRows(file, clashes, options("append")).errors;
    expect(error).toMatchObject({
      path: "/2/external_id",
      message: expect.stringContaining("/0/external_id already contains"),
    });
  });

  test("stop an import of a file without rows, whose size the refusal states", () => {
    expect(() =>
      refusedRows({ ...nothingRead(), bytes: 8 }, { repeated: none, taken: none }, options("create")),
    ).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [
          { path: "body", code: "too_small", message: "The file contains no rows (its size is 8 bytes)." },
        ],
      }),
    );
  });

  test("stop an import that aborts on errors, and an import with an unreadable file", () => {
    const refusal = expect.objectContaining({ status: 400 });
    expect(() => refusedRows(file, { repeated, taken: none }, options("append", "abort"))).toThrow(refusal);
    const broken = { ...file, failed: 1, broken: true, errors: [{ path: "", code: "x", message: "y." }] };
    expect(() => refusedRows(broken, { repeated: none, taken: none }, options("append"))).toThrow(refusal);
  });
});

test("rows whose sample exists count as unchanged, except in mode create, which refuses them", () => {
  const result = {
    dataset: "ds_1",
    inserted: 1,
    updated: 0,
    unchanged: 2,
    failed: 0,
    errors: [],
    version: 3,
  };
  expect(importToWire({ mode: "append" }, result)).toMatchObject({ mode: "append", unchanged: 2 });
  expect(importToWire({ mode: "create" }, result)).toMatchObject({ unchanged: 0, dataset_version: 3 });
});
