import { expect, test } from "vitest";
import { entityKey } from "../hierarchy/entity-name.ts";
import { isKnownEntity, knownEntities } from "./known-entities.ts";

const stored = [
  { type: "user", id: "ada" },
  { type: "agent", id: "stored" },
  { type: "tool", id: "stored_tool" },
];
const sources = {
  entities: new Map(stored.map((entity) => [entityKey(entity), entity])),
  agents: new Map([["bot", {}]]),
  tools: { declared: ["lookup"], settings: { toolGroups: {}, toolRisk: {}, toolApprovers: {} } },
};

test("stored entities, registered agents and tools that are named are known", () => {
  expect(knownEntities(sources, "user")).toEqual(["ada"]);
  expect(knownEntities(sources, "agent")).toEqual(["stored", "bot"]);
  expect(knownEntities(sources, "tool")).toEqual(["stored_tool", "lookup"]);
  expect(knownEntities(sources, "dataset")).toEqual([]);
});

test.each([
  ["user", "ada", true],
  ["user", "bot", false],
  ["agent", "bot", true],
  ["tool", "lookup", true],
  ["tool", "stored_tool", true],
  ["tool", "other", false],
])("the %s %s is known: %s", (type, id, isKnown) =>
  expect(isKnownEntity(sources, { type, id })).toBe(isKnown),
);
