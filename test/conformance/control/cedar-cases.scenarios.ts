// Cedar's own hand-written requests, decided by the API: parents, references, addresses and decimals.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { casesDir, haveCases } from "../../support/cases.ts";
import { type Scenario, scenario } from "../harness/scenario.ts";

interface Uid {
  type: string;
  id: string;
}
interface Example {
  file: string;
  policies: string;
  entities: { uid: Uid; attrs: Record<string, unknown>; parents: Uid[] }[];
  requests: {
    description: string;
    principal: Uid;
    action: Uid;
    resource: Uid;
    context: Record<string, unknown>;
    decision: string;
  }[];
}

// The folder's README describes the format of the file. If an example has another format, the test fails.
const examples: Example[] = haveCases
  ? (JSON.parse(readFileSync(join(casesDir, "E-protocol", "cedar-examples.json"), "utf8")) as Example[])
  : [];

/**
 * Adds the types that the examples' schema would give these values. The examples do not include this schema.
 */
function typed(value: unknown, name = ""): unknown {
  if (typeof value === "string" && name === "source_ip") return { __extn: { fn: "ip", arg: value } };
  if (typeof value === "string" && name === "confidence_score")
    return { __extn: { fn: "decimal", arg: value } };
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => typed(item));
  const members = Object.entries(value);
  if (members.length === 2 && "type" in value && "id" in value) return { __entity: value };
  return Object.fromEntries(members.map(([key, member]) => [key, typed(member, key)]));
}

const typedRecord = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, member]) => [key, typed(member, key)]));

export const cedarCaseScenarios: Scenario[] = examples.map(({ file, policies, entities, requests }) =>
  scenario("authorize", 200, `decides Cedar's example ${file} as Cedar does`, async ({ assay }) => {
    await assay.control.entities.put({
      entities: entities
        .filter(({ uid }) => uid.type !== "Action")
        .map(({ uid, attrs, parents }) => ({ ...uid, properties: typedRecord(attrs), parents })),
    });
    await assay.control.policies.create({ id: "example", text: policies, unknownNames: "allow" });
    for (const { description, principal, action, resource, context, decision } of requests) {
      const decided = await assay.control.authorize({
        subject: principal,
        action: { name: action.id },
        resource,
        context: typedRecord(context),
      });
      expect([decided.outcome, description]).toEqual([decision, description]);
      // If an error caused a denial, the test would not notice that the engine did not see a value.
      expect(
        decided.reasons.map(({ code }) => code).filter((code) => /error|large|representable/.test(code)),
      ).toEqual([]);
    }
  }),
);
