import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../client/client.ts";
import { verifyExport } from "../verify.ts";
import { createMockAssay, failOnUnhandled } from "./index.ts";

const mock = createMockAssay({
  baseUrl: "https://world.test",
  now: () => new Date("2026-03-02T09:30:00Z"),
  evaluationMs: 4000,
});
const server = setupServer(...mock.handlers);
const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());
beforeEach(() => mock.reset());

async function newEvaluation(): Promise<string> {
  const { id: project } = await assay.projects.create({ name: "Nurse line" });
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  const samples = ["a", "b", "c"].map((id) => ({ external_id: id, input: id, output: {}, expected: {} }));
  await assay.samples.create(dataset, { samples });
  const evaluators = [{ type: "triage_accuracy" as const }];
  return (await assay.evaluations.create({ name: "Nightly", project, dataset, evaluators })).id;
}

describe("an evaluation with a set progress", () => {
  test("stays running with this number of evaluated samples until a test ends it", async () => {
    const id = await newEvaluation();
    mock.world.evaluations.progress(id, 2);
    mock.advance(60_000);
    const shown = await assay.evaluations.get(id);
    expect(shown.status).toBe("running");
    expect(shown.progress.completed + shown.progress.failed).toBe(2);
    expect((await assay.evaluations.results(id)).data).toHaveLength(2);
    mock.world.evaluations.complete(id, { aggregate_score: 71 });
    expect(await assay.evaluations.get(id)).toMatchObject({
      status: "completed",
      results: { aggregate_score: 71 },
    });
  });

  test("refuses more samples than it has, and an ended evaluation", async () => {
    const id = await newEvaluation();
    const progress = (which: string, count: number) => mock.world.evaluations.progress(which, count);
    for (const count of [4, -1, 1.5])
      expect(() => progress(id, count)).toThrow(`is ${count}; it must be an integer from 0 to 3.`);
    expect(() => progress("eval_none", 0)).toThrow('Evaluation "eval_none" not found in the mock.');
    mock.world.evaluations.fail(id);
    expect(() => progress(id, 1)).toThrow("is failed; this operation requires pending or running.");
  });
});

describe("an event that is altered", () => {
  test("is found by an audit of the exported log", async () => {
    const data = { agentId: "bot", tool: "chart.write" };
    const { eventId } = await assay.control.events.create({ type: "tool_call", data });
    const audit = async () => {
      const { body } = await assay.control.evidence.export();
      if (!body) throw new Error("The export has no body.");
      return verifyExport(body, { keys: await assay.control.evidence.keys() });
    };
    expect((await audit()).code).toBe("ok");
    mock.world.evidence.alter(eventId, { ...data, tool: "chart.read" });
    expect(await audit()).toMatchObject({ code: "data_altered" });
  });

  test("must exist", () => {
    expect(() => mock.world.evidence.alter("evt_none", {})).toThrow(
      'Event "evt_none" not found in the mock.',
    );
  });
});

test("the log of calls contains the headers of a request without its key", async () => {
  const patient = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
  mock.fail("createProject", { status: 503, retryAfter: 0 });
  await patient.projects.create({ name: "Twice" });
  const keys = mock.calls.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
  expect(JSON.stringify(mock.calls)).not.toContain(mock.apiKey);
});
