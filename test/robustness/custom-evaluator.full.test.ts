import type { ServerResponse } from "node:http";
import { Assay, BadRequestError, type Evaluation, type EvaluatorInput } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Responder, type ReceivedCall, type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let receiver: Receiver;
let strict: TestServer;
let answering: Responder = () => undefined;

beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8" });
  strict = await startTestServer("embedded");
  receiver = await startReceiver((call, response) => answering(call, response));
});
afterAll(async () => {
  await receiver.close();
  await Promise.all([server.close(), strict.close()]);
});

/** The evaluators for a test's samples. */
interface Run {
  on?: TestServer;
  samples: readonly string[];
  evaluators: EvaluatorInput[];
}

async function evaluate({ on = server, samples, evaluators }: Run) {
  const assay = new Assay({ baseUrl: on.url, apiKey: await on.newWorkspace() });
  const project = await assay.projects.create({ name: "Receivers" });
  const dataset = await assay.datasets.create({ name: "Behaviors", project: project.id });
  await assay.samples.create(dataset.id, {
    samples: samples.map((name) => ({ external_id: name, input: name, output: name })),
  });
  const body = { name: "Run", project: project.id, dataset: dataset.id, evaluators, fail_on_error: 1 };
  const { id } = await assay.evaluations.create(body);
  return { assay, id };
}

/** Waits until the evaluation is completed. @returns the stored results by external id and evaluator. */
async function ended({ assay, id }: { assay: Assay; id: string }) {
  const evaluation: Evaluation = await assay.evaluations.wait(id, { throwOnFailure: false });
  const outcomes: Record<string, unknown> = {};
  for await (const { external_id: name, evaluator, status, score, details } of assay.evaluations.results(
    id,
  )) {
    const key = evaluator === "custom" ? String(name) : `${name} by ${evaluator}`;
    outcomes[key] = status === "scored" ? score : details["reason"];
  }
  return { evaluation, outcomes };
}

const custom = (
  config: Partial<Extract<EvaluatorInput, { type: "custom" }>["config"]> = {},
): EvaluatorInput => ({
  type: "custom",
  config: { webhook_url: receiver.url, timeout_seconds: 120, retry_count: 1, ...config },
});

const twice = 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"score":60}'.repeat(2);

/** The behaviors of the custom evaluator's endpoint, by the sample that triggers each of them. */
const behaviors: Record<string, (call: ReceivedCall, response: ServerResponse) => unknown> = {
  answers: () => ({ score: 80 }),
  "answers late": (_call, response) => void setTimeout(() => response.end('{"score":81}'), 200),
  "answers twice": (_call, response) => void response.socket?.end(twice),
  "answers 500, then 200": ({ body }, response) =>
    body.attempt === 1 ? void response.writeHead(500).end() : { score: 82 },
  "answers 500 always": (_call, response) => void response.writeHead(500).end("oops"),
  redirects: (_call, response) => void response.writeHead(302, { location: receiver.url }).end(),
  "redirects to metadata": (_call, response) =>
    void response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  "scores NaN": (_call, response) => void response.end('{"score":NaN}'),
  "answers 3 MiB": (_call, response) => void response.end(Buffer.alloc(3 * 1024 * 1024, 0x20)),
  "answers 3 MiB of details": () => ({ score: 1, details: { text: "x".repeat(3 * 1024 * 1024) } }),
  "answers HTML": (_call, response) => void response.end("<!doctype html>"),
  resets: (_call, response) => void response.socket?.resetAndDestroy(),
  "breaks off": (_call, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write('{"score":', () => response.socket?.destroy());
  },
};

/**
 * Behaviors that exceed the time limit of one second. They are tested separately from those above, which do
 * respond.
 */
const hanging: typeof behaviors = {
  hangs: () => undefined,
  "begins and hangs": (_call, response) => void response.write('{"score":'),
};

describe("a custom evaluator that misbehaves", () => {
  test("fails the affected samples, each with its reason, and the evaluation completes", async () => {
    answering = (call, response) => behaviors[call.body.sample.external_id ?? ""]?.(call, response);
    const { evaluation, outcomes } = await ended(
      await evaluate({ samples: Object.keys(behaviors), evaluators: [custom()] }),
    );
    const at = `The custom evaluator at ${new URL(receiver.url).origin}`;
    const tooLarge = `${at} returned status 200 with more than 1048576 bytes.`;
    expect(outcomes).toEqual({
      answers: 80,
      "answers late": 81,
      "answers twice": 60,
      "answers 500, then 200": 82,
      "answers 500 always": `${at} returned status 500; it must return 200, in 2 attempts.`,
      redirects: `${at} returned a redirect (302); it must return 200.`,
      "redirects to metadata": `${at} returned a redirect (307); it must return 200.`,
      "scores NaN": expect.stringContaining(`${at} returned an invalid body: `),
      "answers 3 MiB": tooLarge,
      "answers 3 MiB of details": tooLarge,
      "answers HTML": expect.stringContaining(`${at} returned an invalid body: `),
      resets: `${at} could not be called: the connection was lost, in 2 attempts.`,
      "breaks off": `${at} could not be called: the connection was lost, in 2 attempts.`,
    });
    // The mean is (80 + 81 + 60 + 82) / 4.
    expect(evaluation).toMatchObject({
      status: "completed",
      progress: { total: 13, completed: 4, failed: 9 },
      results: { aggregate_score: 75.75, coverage: { scored: 4, errored: 9, skipped: 0, total: 13 } },
    });
  });

  test("that hangs is awaited until its timeout, and the evaluation completes", async () => {
    answering = (call, response) => hanging[call.body.sample.external_id ?? ""]?.(call, response);
    const { evaluation, outcomes } = await ended(
      await evaluate({ samples: Object.keys(hanging), evaluators: [custom({ timeout_seconds: 1 })] }),
    );
    const late = `The custom evaluator at ${new URL(receiver.url).origin} did not respond within 1 second, in 2 attempts.`;
    expect(outcomes).toEqual({ hangs: late, "begins and hangs": late });
    expect(evaluation).toMatchObject({
      status: "failed",
      progress: { total: 2, completed: 0, failed: 2 },
    });
  });

  test("that never responds is not called any more, and the evaluation states which endpoint it waits for", async () => {
    answering = () => undefined;
    const before = receiver.calls.length;
    const samples = Array.from({ length: 50 }, (_, index) => `sample ${index}`);
    const evaluators = [custom({ timeout_seconds: 1, retry_count: 10 })];
    const { assay, id } = await evaluate({ samples, evaluators });
    let evaluation = await assay.evaluations.get(id);
    while (!evaluation.waiting_for) evaluation = await assay.evaluations.get(id);
    expect(evaluation).toMatchObject({
      status: "running",
      progress: { total: 50, completed: 0, failed: 0 },
      waiting_for: { origin: new URL(receiver.url).origin },
    });
    await server.worker.idle();
    // Eight calls were open when the fifth failed.
    expect(receiver.calls.length - before).toBeLessThanOrEqual(12);
    await assay.evaluations.cancel(id);
    expect(await assay.evaluations.get(id)).not.toHaveProperty("waiting_for");
  });

  test("at an address that can never be called is refused immediately, each named with its path", async () => {
    const addresses = [
      "https://10.0.0.1/score",
      "http://169.254.169.254/latest/meta-data/",
      "https://[::ffff:192.168.0.1]/score",
      receiver.url,
      "https://localhost/score",
    ];
    const evaluators = addresses.map((webhook_url, index) =>
      Object.assign({ name: `at ${index}` }, custom({ webhook_url })),
    );
    const before = receiver.calls.length;
    const error = await evaluate({ on: strict, samples: ["a"], evaluators }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BadRequestError);
    const accepted =
      "it must be an https URL with a public address, or a URL with an address that the server's ASSAY_OUTBOUND_ALLOW lists.";
    expect(error).toMatchObject({
      code: "validation_failed",
      errors: addresses.map((url, index) => ({
        path: `/evaluators/${index}/config/webhook_url`,
        code: "invalid_value",
        message: `webhook_url is "${url}"; ${accepted}`,
      })),
    });
    expect(receiver.calls).toHaveLength(before);
  });

  test("that never responds does not delay a cancellation, and its call is aborted", async () => {
    const closed = new Promise<void>((resolve) => {
      answering = (_call, response) => void response.once("close", resolve);
    });
    const before = receiver.calls.length;
    const run = await evaluate({ samples: ["a", "b"], evaluators: [custom({ timeout_seconds: 120 })] });
    while (receiver.calls.length === before) await run.assay.evaluations.get(run.id);
    await run.assay.evaluations.cancel(run.id);
    await closed;
    await server.worker.idle();
    const { evaluation, outcomes } = await ended(run);
    expect(evaluation).toMatchObject({
      status: "cancelled",
      progress: { total: 2, completed: 0, failed: 0 },
    });
    expect(outcomes).toEqual({});
  });
});
