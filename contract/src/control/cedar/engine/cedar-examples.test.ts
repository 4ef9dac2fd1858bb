import { loadCedar } from "./load-cedar.fixture.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CedarValueJson, EntityJson, TypeAndId } from "@cedar-policy/cedar-wasm/nodejs";
import { describe, expect, test } from "vitest";
import { casesDir, haveCases } from "../../../../../test/support/cases.ts";
import { CedarInstance } from "./cedar-instance.ts";

interface Example {
  file: string;
  policies: string;
  entities: EntityJson[];
  requests: {
    description: string;
    principal: TypeAndId;
    action: TypeAndId;
    resource: TypeAndId;
    context: Record<string, string | boolean>;
    decision: "allow" | "deny";
    reason: string[];
    errors: string[];
  }[];
}

// The README of the folder describes the file; an example with another format fails the test.
const examples: Example[] = haveCases
  ? (JSON.parse(readFileSync(join(casesDir, "E-protocol", "cedar-examples.json"), "utf8")) as Example[])
  : [];

const cedar = new CedarInstance(loadCedar);

test.skipIf(!haveCases)("the file has examples", () => {
  expect(examples.length).toBeGreaterThan(0);
});

/** Marks each `{type, id}` among attributes as an entity, because the examples come without their schemas. */
function withReferences(value: unknown): CedarValueJson {
  // A value from JSON.parse is valid Cedar JSON except for null, which the examples do not contain.
  if (typeof value !== "object" || value === null) return value as CedarValueJson;
  if (Array.isArray(value)) return value.map(withReferences);
  const members = Object.entries(value);
  const isReference = members.length === 2 && "type" in value && "id" in value;
  if (isReference) return { __entity: { type: String(value.type), id: String(value.id) } };
  return Object.fromEntries(members.map(([key, member]) => [key, withReferences(member)]));
}

const attributesOf = (attrs: object): EntityJson["attrs"] =>
  Object.fromEntries(Object.entries(attrs).map(([key, value]) => [key, withReferences(value)]));

// Cedar's own integration tests (cedar-policy/cedar-integration-tests). They run in the same class of engine
// instance that evaluates policies for decisions.
describe.skipIf(!haveCases).each(examples)("Cedar's example $file", ({ policies, entities, requests }) => {
  test.each(requests)("$description", ({ principal, action, resource, context, ...expected }) => {
    const result = cedar.call((engine) => {
      engine.preparsePolicySet("example", { staticPolicies: policies });
      return engine.statefulIsAuthorized({
        principal,
        action,
        resource,
        context,
        preparsedPolicySetId: "example",
        entities: entities.map((entity) => ({ ...entity, attrs: attributesOf(entity.attrs) })),
      });
    });
    expect(result).toMatchObject({
      type: "success",
      response: {
        decision: expected.decision,
        diagnostics: { reason: expected.reason, errors: [] },
      },
    });
  });
});
