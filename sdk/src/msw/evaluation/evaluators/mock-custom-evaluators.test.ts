import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterEach, describe, expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import type { CustomEvaluatorRequest } from "../../../evaluation/custom-evaluator.ts";
import { verifyWebhook } from "../../../webhooks/verify-webhook.ts";
import { createMockAssay } from "../../mock-assay.ts";
import type { MockAssayOptions } from "../../types.ts";
import { failOnUnhandled } from "../../fail-on-unhandled.ts";

const webhook_url = "https://evaluator.test/score";
const server = setupServer();
afterEach(() => server.close());

/** Creates a mock with two samples, one of which has no output. */
async function prepared(options: MockAssayOptions = {}) {
  const mock = createMockAssay(options);
  server.resetHandlers(...mock.handlers);
  server.listen(failOnUnhandled);
  const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
  const project = await assay.projects.create({ name: "Calls" });
  const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
  await assay.samples.create(dataset.id, { samples: [{ input: 1, output: "a" }, { input: 2 }] });
  const body = {
    name: "Run",
    project: project.id,
    dataset: dataset.id,
    fail_on_error: 1,
    missing_output: "skip" as const,
  };
  const evaluators = [{ type: "custom" as const, config: { webhook_url, retry_count: 2 } }];
  return { mock, assay, body: { ...body, evaluators } };
}

describe("a custom evaluator of the mock", () => {
  test("can be served by a handler of the test, with the server's signature", async () => {
    const { assay, body } = await prepared();
    const { secret } = await assay.customEvaluatorSecret.rotate();
    const seen: unknown[] = [];
    server.use(
      http.post(webhook_url, async ({ request }) => {
        const evaluatorRequest = (await verifyWebhook(
          await request.text(),
          request.headers,
          secret,
        )) as CustomEvaluatorRequest;
        seen.push(evaluatorRequest.sample.output);
        return HttpResponse.json({ score: 42 });
      }),
    );
    const done = await assay.evaluations.create({ ...body, run_async: false });
    expect(done.results).toMatchObject({ aggregate_score: 42, coverage: { scored: 1, skipped: 1 } });
    expect(seen).toEqual(["a"]);
  });

  test("can be a function", async () => {
    const { assay, body } = await prepared({
      customEvaluator: async ({ sample }) => ({
        score: 55,
        details: { classification: String(sample.input) },
      }),
    });
    const { id } = await assay.evaluations.create(body);
    const done = await assay.evaluations.wait(id);
    expect(done.results).toMatchObject({ aggregate_score: 55, distributions: { custom: { 1: 1 } } });
  });

  test("marks the sample as errored if the function throws or returns an invalid response", async () => {
    const reasons: unknown[] = [];
    for (const customEvaluator of [
      () => {
        throw new Error("not today.");
      },
      () => ({ score: Number.NaN }),
    ]) {
      const { assay, body } = await prepared({ customEvaluator });
      const { id } = await assay.evaluations.create({ ...body, run_async: false });
      const [result] = (await assay.evaluations.results(id)).data;
      reasons.push(result?.details["reason"]);
      server.close();
    }
    expect(reasons).toEqual([
      "The custom evaluator at https://evaluator.test could not be called: not today.",
      'The response of the custom evaluator is invalid: score is "NaN"; it must be a number from 0 to 100, or null.',
    ]);
  });

  test("keeps its evaluation running until it responds or the evaluation is cancelled", async () => {
    let onCall: (respond: () => void) => void = () => {};
    const nextCall = () => new Promise<() => void>((resolve) => (onCall = resolve));
    const { mock, assay, body } = await prepared({
      customEvaluator: () => new Promise((resolve) => onCall(() => resolve({ score: 1 }))),
    });
    const first = nextCall();
    const { id } = await assay.evaluations.create(body);
    const respond = await first;
    mock.advance(60_000);
    expect(await assay.evaluations.get(id)).toMatchObject({
      status: "running",
      progress: { total: 2, completed: 0, failed: 0 },
    });
    respond();
    expect((await assay.evaluations.wait(id)).results).toMatchObject({ aggregate_score: 1 });
    const second = nextCall();
    const other = await assay.evaluations.create(body);
    const late = await second;
    await assay.evaluations.cancel(other.id);
    late();
    expect(await assay.evaluations.get(other.id)).toMatchObject({
      status: "cancelled",
      progress: { completed: 0 },
    });
  });

  test("marks its samples as errored if no handler responds", async () => {
    const { assay, body } = await prepared();
    server.use(http.post(webhook_url, () => HttpResponse.error()));
    const { id } = await assay.evaluations.create({ ...body, run_async: false });
    const [result] = (await assay.evaluations.results(id)).data;
    expect(result?.details["reason"]).toMatch(/could not be called: .*, in 3 attempts\.$/);
  });
});
