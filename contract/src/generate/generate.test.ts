import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { apiVersion, openApiDocuments } from "../openapi/documents.ts";
import { operationTable } from "./generate-operations.ts";
import { resourceTypes } from "./generate-resources.ts";
import { resourceSubpaths } from "./generate-subpaths.ts";
import { resourceTree } from "./generate-tree.ts";
import { wireTypes } from "./generate-types.ts";
import { contract, routesOf } from "../openapi/apis.ts";
import { toOpenApi } from "../openapi/openapi.ts";

/** Every generated file as the contract makes it now, by its path in the repository. */
function generated(): [string, string][] {
  const whole = toOpenApi(contract, {
    title: "Assay",
    version: apiVersion,
    description: "Both APIs.",
    tags: {},
  });
  const tree = resourceTree(routesOf(contract), whole);
  const documents = Object.entries(openApiDocuments()).map(([name, document]): [string, string] => [
    `contract/openapi/${name}.json`,
    `${JSON.stringify(document, null, 2)}\n`,
  ]);
  return [
    ...documents,
    ["sdk/src/generated/types.ts", wireTypes(whole)],
    ["sdk/src/generated/operations.ts", operationTable(tree)],
    ["sdk/src/generated/resources.ts", resourceTypes(tree, whole)],
    ...resourceSubpaths(tree).map(({ name, text }): [string, string] => [
      `sdk/src/generated/resources/${name}.ts`,
      text,
    ]),
  ];
}

test.each(generated())(
  "%s is what the contract makes; after a change, run `npm run generate`",
  (path, text) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8") === text).toBe(true);
  },
);

test("generating twice gives the same bytes", () => {
  expect(generated()).toEqual(generated());
}, 60_000);

test("the documents and the package have one version", () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(version).toBe(apiVersion);
});
