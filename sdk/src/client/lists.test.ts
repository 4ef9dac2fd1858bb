// Reads long lists of the control plane from the mock.
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Assay } from "../index.ts";
import { createMockAssay } from "../msw/index.ts";

const mock = createMockAssay();
const server = setupServer(...mock.handlers);
const { control } = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
const numbers = Array.from({ length: 250 }, (_, index) => index);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: "error" });
  for (const id of ["a", "b", "c"]) await control.agents.create({ id, name: id, tools: ["chart.write"] });
  await control.settings.put({ toolRisk: { "chart.write": "high" } });
  await control.entities.put({
    entities: numbers.map((index) => ({ type: "record", id: `r${index}`, properties: {}, parents: [] })),
  });
  for (const index of numbers) {
    await control.events.create({ type: "trace" });
    await control.authorize({ agentId: "a", tool: "chart.write", args: { patient: `p-${index}` } });
  }
});
afterAll(() => server.close());

/** The lists with their numbers of items; the largest page has 100 of them. */
const lists = [
  ["approvals", 250, () => control.approvals.list({ limit: 100 })],
  ["events", 250, () => control.events.list({ limit: 100, type: "trace" })],
  ["entities", 250, () => control.entities.list({ limit: 100 })],
  ["agents", 3, () => control.agents.list()],
] as const;

test.each(lists)("for await over the %s yields %d", async (_, count, list) => {
  const ids = new Set<string>();
  for await (const item of list()) ids.add("id" in item ? item.id : item.eventId);
  expect(ids.size).toBe(count);
});

test.each(lists)("toArray of the %s returns at most its limit", async (_, count, list) => {
  expect(await list().toArray({ limit: 30 })).toHaveLength(Math.min(count, 30));
});
