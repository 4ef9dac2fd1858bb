import { eventPayloads, testEvent, testPayload } from "../webhooks/webhook-events.ts";
import { operationTable } from "./generate-operations.ts";
import { resourceTypes } from "./generate-resources.ts";
import { resourceSubpaths } from "./generate-subpaths.ts";
import { resourceTree } from "./generate-tree.ts";
import { wireTypes } from "./generate-types.ts";
import { webhookEventTypes } from "./generate-webhook-events.ts";
import { apiVersion, openApiDocuments } from "../openapi/documents.ts";
import { contract, routesOf } from "../openapi/apis.ts";
import { toOpenApi } from "../openapi/openapi.ts";

const info = { title: "Assay", version: apiVersion, description: "Both APIs.", tags: {} };

/** Returns the path in the repository and the text of every generated file. */
export function generatedFiles(): [path: string, text: string][] {
  const whole = toOpenApi(contract, { ...info, events: {} });
  const messages = toOpenApi({}, { ...info, events: { ...eventPayloads, [testEvent]: testPayload } });
  const tree = resourceTree(routesOf(contract), whole);
  const documents = Object.entries(openApiDocuments()).map(([name, document]): [string, string] => [
    `contract/openapi/${name}.json`,
    `${JSON.stringify(document, null, 2)}\n`,
  ]);
  const subpaths = resourceSubpaths(tree).map(({ name, text }): [string, string] => [
    `sdk/src/generated/resources/${name}.ts`,
    text,
  ]);
  return [
    ...documents,
    ["sdk/src/generated/types.ts", wireTypes(whole)],
    ["sdk/src/generated/webhook-events.ts", webhookEventTypes(messages, whole)],
    ["sdk/src/generated/operations.ts", operationTable(tree)],
    ["sdk/src/generated/resources.ts", resourceTypes(tree, whole)],
    ...subpaths,
  ];
}
