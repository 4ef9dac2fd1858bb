import { expect, test } from "vitest";
import * as z from "zod";
import { limits } from "../platform/limits.ts";
import { excessOf } from "../platform/requests/body-limits.ts";
import { isSchema } from "../platform/validation/check-request.ts";
import { operationIds, routeOfOperation } from "./match-route.ts";

type Schema = z.core.JSONSchema.JSONSchema;

const isSchemaObject = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** Levels at which the sample of a schema that contains itself ends. */
const maxDepth = 12;

/**
 * A value with every member and with the maximum number of items of each array, as far as the schema states it. Members
 * with names of the client are left out: their size in bytes limits them.
 */
function largestOf(schema: unknown, all: Readonly<Record<string, Schema>>, depth = 0): unknown {
  if (!isSchemaObject(schema) || depth > maxDepth) return 1;
  const inner = (one: unknown) => largestOf(one, all, depth + 1);
  if (schema.$ref !== undefined) return inner(all[schema.$ref.split("/").at(-1) ?? ""]);
  const forms = (schema.anyOf ?? schema.oneOf ?? []).map(inner);
  if (forms.length > 0) return forms.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (schema.type === "array") return Array.from({ length: schema.maxItems ?? 1 }, () => inner(schema.items));
  if (schema.type !== "object") return 1;
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, inner(one)]));
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

const described = operationIds.filter((operation) => {
  const { body } = { body: undefined, ...routeOfOperation(operation) };
  // The items of this batch are validated one by one.
  return isSchema(body) && operation !== "authorizeBatch";
});

test.each(described)("the largest body that the schema of %s describes is within the limits", (operation) => {
  const { body, metadata } = { body: undefined, ...routeOfOperation(operation) };
  if (!isSchema(body)) throw new Error("no schema");
  const schema = z.toJSONSchema(body, { unrepresentable: "any", io: "input" });
  const text = JSON.stringify(largestOf(schema, schema.$defs ?? {}));
  expect(excessOf(text, metadata)).toBeUndefined();
});

const shortMembers = (bytes: number): string => {
  const members: string[] = [];
  for (let [index, length] = [0, 2]; ; index += 1) {
    const member = `"${index.toString(36)}":1`;
    length += member.length + 1;
    if (length > bytes) return `{${members.join(",")}}`;
    members.push(member);
  }
};

test.each([
  [
    "createSamples",
    "a sample of numbers",
    `{"samples":[{"input":[${"1,".repeat(limits.sampleBytes / 2 - 100)}1]}]}`,
  ],
  ["putSettings", "settings", `{"toolRisk":${shortMembers(limits.settingsBytes)}}`],
  ["createAgent", "an environment", `{"runtime":{"env":${shortMembers(limits.agentEnvBytes)}}}`],
  ["putReviewDraft", "a draft", `{"grades":${shortMembers(limits.draftBytes)}}`],
  ["createModel", "metadata", `{"metadata":${shortMembers(limits.metadataBytes)}}`],
  ["signRecord", "a decision of numbers", `{"args":[${"1,".repeat(limits.recordPayloadBytes / 2 - 100)}1]}`],
])("the body of %s may contain %s of the maximum size", (operation, _what, text) => {
  expect(excessOf(text, routeOfOperation(operation).metadata)).toBeUndefined();
});
