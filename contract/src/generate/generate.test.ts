import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiVersion } from "../openapi/documents.ts";
import { generatedFiles } from "./generated-files.ts";

const files = generatedFiles();

test.each(files)(
  "%s is up to date with the contract; after a change, run `npm run generate`",
  (path, text) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8") === text).toBe(true);
  },
);

test("generating twice produces the same bytes", () => {
  expect(generatedFiles()).toEqual(files);
}, 60_000);

test("the documents and the package have the same version", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(version).toBe(apiVersion);
});
