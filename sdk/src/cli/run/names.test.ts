import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { asName, datasetName, systemLabels } from "./names.ts";

describe("a system's label", () => {
  test("is the file name if unique", () => {
    expect(systemLabels(["a/gpt-4.1.jsonl", "b/llama.jsonl"])).toEqual(["gpt-4.1", "llama"]);
  });

  test("includes the folders that make it unique", () => {
    expect(
      systemLabels(["may/x/gpt.jsonl", "june/x/gpt.jsonl", "june/y/gpt.jsonl", "june/x/llama.jsonl"]),
    ).toEqual(["may/x/gpt", "june/x/gpt", "y/gpt", "llama"]);
  });

  test("includes the file extension if only that differs", () => {
    expect(systemLabels(["a/gpt.jsonl", "a/gpt.json", "b/gpt.json"])).toEqual([
      "gpt.jsonl",
      "a/gpt.json",
      "b/gpt",
    ]);
  });
});

describe("the name of a dataset", () => {
  test.each([
    ["inside the working directory is the path from there", "/work/a/x", "/work", "a/x"],
    ["outside is the absolute path", "/work2/x", "/work", "/work2/x"],
    ["of the working directory itself is the absolute path", "/work", "/work", "/work"],
    ["below the root is the path from there", "/x", "/", "x"],
  ])("%s", (_, folder, workingDirectory, name) => {
    expect(datasetName(resolve(folder), resolve(workingDirectory))).toBe(name);
  });

  test("distinguishes folders of one name", () => {
    expect(datasetName(resolve("may/x"))).not.toBe(datasetName(resolve("june/x")));
  });
});

test("a name has at most 200 characters; a longer text keeps its end", () => {
  expect(asName("b".repeat(200))).toBe("b".repeat(200));
  expect(asName(`a${"b".repeat(200)}`)).toBe(`…${"b".repeat(199)}`);
  // The cut falls inside the emoji, which consists of two UTF-16 code units.
  expect(asName(`aa🩺${"b".repeat(198)}`)).toBe(`…${"b".repeat(198)}`);
});
