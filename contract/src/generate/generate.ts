// Writes what follows from the contract: both OpenAPI documents, and the SDK's types, table of operations and resources.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { operationTable } from "./generate-operations.ts";
import { resourceTypes } from "./generate-resources.ts";
import { resourceSubpaths } from "./generate-subpaths.ts";
import { resourceTree } from "./generate-tree.ts";
import { wireTypes } from "./generate-types.ts";
import { apiVersion, openApiDocuments } from "../openapi/documents.ts";
import { contract, routesOf } from "../openapi/apis.ts";
import { toOpenApi } from "../openapi/openapi.ts";

const whole = toOpenApi(contract, {
  title: "Assay",
  version: apiVersion,
  description: "Both APIs.",
  tags: {},
});

function write(path: string, text: string): void {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

for (const [name, document] of Object.entries(openApiDocuments())) {
  write(`contract/openapi/${name}.json`, `${JSON.stringify(document, null, 2)}\n`);
}
write("sdk/src/generated/types.ts", wireTypes(whole));
const tree = resourceTree(routesOf(contract), whole);
write("sdk/src/generated/operations.ts", operationTable(tree));
write("sdk/src/generated/resources.ts", resourceTypes(tree, whole));
for (const { name, text } of resourceSubpaths(tree)) write(`sdk/src/generated/resources/${name}.ts`, text);
