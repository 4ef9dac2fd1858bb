import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Assay } from "../client/client.ts";
import { createMockAssay, failOnUnhandled } from "./index.ts";

const now = () => new Date("2026-03-02T09:30:00Z");
const mocks = [7, 7, "other"].map((seed, index) =>
  createMockAssay({ baseUrl: `https://seed-${index}.test`, seed, now }),
);
const [first, second, other] = mocks;
if (!first || !second || !other) throw new Error("There are three mocks.");
const server = setupServer(...mocks.flatMap(({ handlers }) => handlers));
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());

type Mock = typeof first;

/**
 * Creates a client that adds the text of each response to a list. Its idempotency keys are the same in each run, because
 * the evidence of decisions contains their digests.
 */
function recordingClient({ apiKey, baseUrl }: Mock): { assay: Assay; answers: string[] } {
  const answers: string[] = [];
  const recordingFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.has("idempotency-key")) headers.set("idempotency-key", `key-${answers.length}`);
    const response = await fetch(input, { ...init, headers });
    answers.push(`${response.headers.get("x-request-id")} ${await response.clone().text()}`);
    return response;
  };
  return { assay: new Assay({ apiKey, baseUrl, fetch: recordingFetch }), answers };
}

async function evaluate(mock: Mock, assay: Assay): Promise<void> {
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  const samples = Array.from({ length: 25 }, (_, index) => ({
    external_id: `call-${index}`,
    input: "Chest pain",
    expected: { triage_level: "emergent" },
    output: { triage_level: index % 2 === 0 ? "emergent" : "urgent" },
  }));
  await assay.samples.create(dataset, { samples });
  const evaluators = [{ type: "triage_accuracy" as const }];
  const { id } = await assay.evaluations.create({ name: "Nightly", project, dataset, evaluators });
  mock.advance(60_000);
  let after: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { next_cursor: next } = await assay.evaluations.results(id, { limit: 5, after });
    after = next ?? undefined;
  }
}

async function decide(assay: Assay): Promise<void> {
  const { control } = assay;
  await control.agents.create({ id: "bot", tools: ["pay"] });
  for (let amount = 0; amount < 20; amount += 1)
    await control.authorize({ agentId: "bot", tool: "pay", args: { amount } });
  await control.events.list({ limit: 5 });
  await control.evidence.checkpoint();
}

/** Makes 60 calls. @returns the texts of their responses. */
async function runScript(mock: Mock): Promise<string[]> {
  const { assay, answers } = recordingClient(mock);
  await evaluate(mock, assay);
  await decide(assay);
  for (let index = 0; index < 5; index += 1) {
    const { id } = await assay.apiKeys.create({ name: `Key ${index}`, scopes: ["projects:read"] });
    await assay.apiKeys.rotate(id, { grace_seconds: 60 });
    const url = `https://receiver.example/${index}`;
    const webhook = await assay.webhooks.create({ url, event_types: ["evaluation.completed"] });
    await assay.webhooks.rotateSecret(webhook.id);
  }
  while (answers.length < 60) await assay.projects.list();
  return answers;
}

/** Returns the first answer that differs from the answer at the same position; undefined if all are equal. */
const firstDifference = (answers: readonly string[], wanted: readonly string[]): string | undefined =>
  answers.find((answer, index) => answer !== wanted[index]);

describe("with a seed", () => {
  test("two mocks give byte-equal answers to a script of 60 calls, also after a reset", async () => {
    const answers = await runScript(first);
    expect(answers).toHaveLength(60);
    expect(firstDifference(await runScript(second), answers)).toBeUndefined();
    const { apiKey } = await first.world.createWorkspace();
    expect((await second.world.createWorkspace()).apiKey).toBe(apiKey);
    first.reset();
    expect(firstDifference(await runScript(first), answers)).toBeUndefined();
  });

  test("another seed gives other ids, secrets, salts and signing keys", async () => {
    first.reset();
    const [answers, others] = [await runScript(first), await runScript(other)];
    const equal = answers.filter((answer, index) => answer === others[index]);
    expect(equal).toEqual([]);
  });

  test("a number and the same number as text are the same seed", async () => {
    const keys = [7, "7"].map(async (seed) => createMockAssay({ seed }).world.createWorkspace());
    const [one, same] = await Promise.all(keys);
    expect(one).toEqual(same);
  });
});

test("without a seed, two mocks differ", async () => {
  const keys = [1, 2].map(async () => createMockAssay().world.createWorkspace());
  const [one, another] = await Promise.all(keys);
  expect(one).not.toEqual(another);
});

test.each([Number.NaN, Infinity])("refuses the seed %s", (seed) => {
  expect(() => createMockAssay({ seed })).toThrow(`seed is ${seed}; it must be a text or a finite number.`);
});
