import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import type { Evaluation } from "../../../generated/types.ts";
import { createMockAssay, failOnUnhandled } from "../../index.ts";

const mistakes: Error[] = [];
const mock = createMockAssay({
  baseUrl: "https://evaluations.test",
  // The fixed clock makes the tests independent of the machine's speed.
  now: () => new Date("2026-03-02T09:30:00Z"),
  evaluationMs: 4000,
  onMistake: (error) => mistakes.push(error),
});
const server = setupServer(...mock.handlers);
const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
const { evaluations } = mock.world;

beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());
beforeEach(() => {
  mock.reset();
  mistakes.length = 0;
});

/**
 * Creates an evaluation of twelve samples with correct outputs; the `errored` samples have no expected
 * answer.
 */
async function newEvaluation(errored: readonly number[] = []): Promise<Evaluation> {
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
  const samples = Array.from({ length: 12 }, (_, index) => ({
    input: index,
    output: { triage_level: "urgent" },
    expected: errored.includes(index) ? null : { triage_level: "urgent" },
  }));
  await assay.samples.create(dataset.id, { samples });
  const body = { name: "Nightly", project: project.id, dataset: dataset.id };
  return assay.evaluations.create({ ...body, evaluators: [{ type: "triage_accuracy" }], fail_on_error: 0.5 });
}

const resultCount = async (id: string): Promise<number> => (await assay.evaluations.results(id)).data.length;

describe("an evaluation of the mock", () => {
  test("is pending for a quarter of its time, then runs by sample, then completes", async () => {
    const { id } = await newEvaluation([0, 11]);
    mock.advance(999);
    expect(await assay.evaluations.get(id)).toMatchObject({ status: "pending", started_at: null });
    mock.advance(1);
    const started = { status: "running", started_at: "2026-03-02T09:30:01.000Z" };
    expect(await assay.evaluations.get(id)).toMatchObject({
      ...started,
      progress: { total: 12, completed: 0, failed: 0 },
    });
    // The evaluation takes three seconds. Halfway, 6 of 12 samples are processed; the first one has errored.
    mock.advance(1500);
    expect(await assay.evaluations.get(id)).toMatchObject({
      ...started,
      progress: { completed: 5, failed: 1 },
    });
    expect(await resultCount(id)).toBe(6);
    mock.advance(1500);
    expect(await assay.evaluations.get(id)).toMatchObject({
      status: "completed",
      completed_at: "2026-03-02T09:30:04.000Z",
      duration_seconds: 3,
      progress: { completed: 10, failed: 2 },
      results: { aggregate_score: 100, sample_count: 10 },
    });
    expect(await resultCount(id)).toBe(12);
  });

  test("keeps its results when cancelled while running", async () => {
    const { id } = await newEvaluation();
    mock.advance(2500);
    const cancelled = await assay.evaluations.cancel(id);
    expect(cancelled).toMatchObject({
      status: "cancelled",
      progress: { total: 12, completed: 6, failed: 0 },
    });
    mock.advance(60_000);
    expect(await assay.evaluations.cancel(id)).toEqual(cancelled);
    expect(await resultCount(id)).toBe(6);
    expect(await assay.evaluations.get(id)).toMatchObject({
      status: "cancelled",
      started_at: "2026-03-02T09:30:01.000Z",
    });
  });

  test("pauses while evaluations are held, without losing time", async () => {
    const { id } = await newEvaluation();
    mock.advance(2500);
    evaluations.hold();
    mock.advance(3_600_000);
    expect(await assay.evaluations.get(id)).toMatchObject({ status: "running", progress: { completed: 6 } });
    evaluations.resume();
    mock.advance(1500);
    expect(await assay.evaluations.get(id)).toMatchObject({
      status: "completed",
      started_at: "2026-03-02T09:30:01.000Z",
      completed_at: "2026-03-02T10:30:04.000Z",
    });
  });

  test("is returned unfinished to a waiting caller while evaluations are held", async () => {
    const { project, dataset } = await newEvaluation();
    evaluations.hold();
    const body = {
      name: "Sync",
      project,
      dataset,
      evaluators: [{ type: "triage_accuracy" as const }],
      run_async: false,
    };
    expect(await assay.evaluations.create(body)).toMatchObject({ status: "pending" });
    evaluations.resume();
    expect(await assay.evaluations.create(body)).toMatchObject({ status: "completed" });
  });

  test("completes on request, with its own or given figures", async () => {
    const [first, second] = [await newEvaluation(), await newEvaluation()];
    evaluations.complete(first.id);
    expect(await assay.evaluations.get(first.id)).toMatchObject({
      status: "completed",
      results: { aggregate_score: 100 },
    });
    evaluations.complete(second.id, { aggregate_score: 41, pass_rate: null });
    const results = { aggregate_score: 41, pass_rate: null, sample_count: 12 };
    expect(await assay.evaluations.get(second.id)).toMatchObject({ status: "completed", results });
    const ended = `Evaluation "${first.id}" is completed; this operation requires pending or running.`;
    expect(() => evaluations.fail(first.id)).toThrow(ended);
    expect(() => evaluations.complete("eval_nothing")).toThrow(
      'Evaluation "eval_nothing" not found in the mock.',
    );
  });

  test("fails on request, with the given reason", async () => {
    const { id } = await newEvaluation();
    mock.advance(2500);
    evaluations.fail(id, "The worker was lost.");
    const failed = await assay.evaluations.get(id);
    expect(failed).toMatchObject({
      status: "failed",
      error: "The worker was lost.",
      progress: { completed: 6 },
    });
    await expect(assay.evaluations.wait(id)).rejects.toThrow("The worker was lost.");
  });

  test("reports a mistake for figures that the API could not return", async () => {
    const { id } = await newEvaluation();
    evaluations.complete(id, { pass_rate: 101 });
    await expect(assay.evaluations.get(id)).rejects.toMatchObject({ status: 421 });
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "The response 200 of the mock to getEvaluation violates the contract: results.pass_rate:",
      ),
    ]);
  });
});
