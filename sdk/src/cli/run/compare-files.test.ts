import { describe, expect, test } from "vitest";
import { CliError } from "../cli-error.ts";
import { baselineOf } from "./compare-files.ts";

const files = ["old/a.jsonl", "b.jsonl", "c.jsonl"];

describe("the baseline of a run", () => {
  test("is undefined without a comparison", () => {
    expect(baselineOf(["a.jsonl"], {})).toBeUndefined();
  });

  test.each([
    ["the first file", { compare: true }, "old/a.jsonl"],
    ["the first file, by the gate alone", { failOnRegression: true }, "old/a.jsonl"],
    ["the file that is named, in whatever way", { baseline: "./old/../c.jsonl" }, "c.jsonl"],
  ])("is %s", (_, options, path) => {
    expect(baselineOf(files, options)).toBe(path);
  });

  test("is rejected if it is not one of the files, or the only one", () => {
    expect(() => baselineOf(files, { baseline: "d.jsonl" })).toThrow(
      '--baseline is "d.jsonl"; it must be one of the files: old/a.jsonl, b.jsonl, c.jsonl.',
    );
    expect(() => baselineOf(["a.jsonl"], { compare: true })).toThrow(CliError);
    const many = Array.from({ length: 22 }, (_, index) => `${index}.jsonl`);
    expect(baselineOf(many.slice(1), { compare: true })).toBe("1.jsonl");
    expect(() => baselineOf(many, { compare: true })).toThrow(
      "A comparison allows at most 20 files besides the baseline; 21 are given.",
    );
  });
});
