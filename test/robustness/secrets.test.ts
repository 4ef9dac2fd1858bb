import { expect, test } from "vitest";
import { isSecretName } from "../../contract/src/wire/http/quote.ts";
import { describedOperations } from "../fuzz/harness/operations.ts";
import type { Schema } from "../fuzz/harness/schema-values.ts";
import { testSecrets } from "./harness/secrets.ts";

/** Secrets that callers send; add new fields in the contract here. */
const sentSecrets = ["createAgent apiKey", "createEvaluation secret", "rotateAgentKey apiKey"];
/** Fields that hold page tokens. They are not secrets: AuthZEN calls a cursor a token. */
const pageTokens = ["authzenSearchAction token", "authzenSearchResource token", "authzenSearchSubject token"];
/** Operations whose responses show a secret once. */
const revealing = [
  "createApiKey",
  "createWebhook",
  "rotateApiKey",
  "rotateCustomEvaluatorSecret",
  "rotateWebhookSecret",
];

/** Returns the names of request fields that contain secrets. */
function secretFields(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  seen: readonly string[] = [],
): string[] {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined)
    return seen.includes(name) ? [] : secretFields(components[name] ?? {}, components, [...seen, name]);
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.prefixItems ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    // Include fields that hold a string, which may be a secret. Other fields hold figures about secrets.
    ...(isSecretName(field) &&
    JSON.stringify(inner).includes('"string"') &&
    !JSON.stringify(inner).includes('"array"')
      ? [field]
      : []),
    ...secretFields(inner, components, seen),
  ]);
  return [...own, ...parts.flatMap((part) => secretFields(part, components, seen))];
}

test("every field of the contract that contains a secret is listed here", () => {
  const sent = describedOperations().flatMap(({ route, operation, components }) => {
    const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
    return [...new Set(secretFields(schema, components))].map(
      (field) => `${route.metadata.operationId} ${field}`,
    );
  });
  expect(sent.toSorted()).toEqual([...pageTokens, ...sentSecrets]);
  const shown = describedOperations().filter(({ route }) => route.metadata.secretBearing);
  expect(shown.map(({ route }) => route.metadata.operationId).toSorted()).toEqual(revealing);
});

testSecrets("embedded");
