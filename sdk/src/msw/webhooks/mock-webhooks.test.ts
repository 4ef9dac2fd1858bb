import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterEach, describe, expect, test } from "vitest";
import { Assay } from "../../client/client.ts";
import type { WebhookEvent } from "../../generated/webhook-events.ts";
import { createMockAssay } from "../mock-assay.ts";
import { failOnUnhandled } from "../fail-on-unhandled.ts";

const url = "https://app.test/hooks/assay";
const start = Date.parse("2026-02-11T08:00:00.000Z");
const server = setupServer();
afterEach(() => server.close());

/** Creates a mock with a fixed clock and an endpoint, and records the messages that the endpoint received. */
async function prepared(answer: () => Response = () => HttpResponse.json({})) {
  const mock = createMockAssay({ now: () => new Date(start) });
  server.resetHandlers(...mock.handlers);
  server.listen(failOnUnhandled);
  const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
  const project = await assay.projects.create({ name: "Calls" });
  const webhook = await assay.webhooks.create({
    event_types: ["score.threshold_crossed", "evaluation.completed", "review_task.assigned"],
    url,
    config: { project: project.id, thresholds: { triage_accuracy: { below: 80 } } },
  });
  const understood: WebhookEvent[] = [];
  server.use(
    http.post(url, async ({ request }) => {
      const now = () => new Date(Number(request.headers.get("webhook-timestamp")) * 1000);
      const body = await request.text();
      understood.push(await assay.webhooks.unwrap(body, request.headers, webhook.secret, { now }));
      return answer();
    }),
  );
  const evaluate = async () => {
    const dataset = await assay.datasets.create({ name: "Calls", project: project.id });
    const triage = { triage_level: "urgent" };
    await assay.samples.create(dataset.id, { samples: [{ input: 1, output: triage, expected: triage }] });
    const evaluators = [{ type: "triage_accuracy" as const }];
    return assay.evaluations.create({ name: "Run", project: project.id, dataset: dataset.id, evaluators });
  };
  return { mock, assay, project, webhook, understood, evaluate };
}

describe("webhooks of the mock", () => {
  test("are sent to a handler of the test when the clock passes an evaluation's end", async () => {
    const { mock, understood, evaluate } = await prepared();
    const { id } = await evaluate();
    await mock.world.webhooks.settled();
    expect(understood).toEqual([]);
    mock.advance(20);
    await mock.world.webhooks.settled();
    expect(understood).toMatchObject([
      {
        event: "evaluation.completed",
        timestamp: "2026-02-11T08:00:00.020Z",
        data: { evaluation: id, aggregate_score: 100 },
      },
    ]);
  });

  test("receive a threshold crossing that a test arranges", async () => {
    const { mock, project, understood, evaluate } = await prepared();
    const { id } = await evaluate();
    mock.world.evaluations.complete(id, { by_evaluator: { triage_accuracy: 72.5 } });
    await mock.world.webhooks.settled();
    expect(understood[1]).toEqual({
      event: "score.threshold_crossed",
      timestamp: "2026-02-11T08:00:00.000Z",
      data: {
        project: project.id,
        evaluation: id,
        evaluator: "triage_accuracy",
        score: 72.5,
        threshold: 80,
        direction: "below",
        previous_score: null,
        change: null,
      },
    });
  });

  test("receive every event that a test emits for their project, and no other", async () => {
    const { mock, project, understood } = await prepared();
    const task = { project: project.id, task: "task_1", reviewer: "rvr_1" };
    mock.world.webhooks.emit("review_task.assigned", task);
    mock.world.webhooks.emit("review_task.assigned", { ...task, project: "proj_other" });
    mock.world.webhooks.emit("review.submitted", task);
    await mock.world.webhooks.settled();
    expect(understood).toMatchObject([{ event: "review_task.assigned", data: task }]);
  });

  test("are retried when the clock advances, without waiting", async () => {
    let failures = 2;
    const { mock, assay, project, webhook, understood } = await prepared(() => {
      failures -= 1;
      return failures < 0 ? HttpResponse.json({}) : new HttpResponse("down", { status: 503 });
    });
    mock.world.webhooks.emit("review_task.assigned", { project: project.id });
    await mock.world.webhooks.settled();
    const waits: (string | null | undefined)[] = [];
    for (const ms of [5000, 300_000]) {
      waits.push((await assay.webhooks.deliveries(webhook.id)).data[0]?.next_attempt_at);
      mock.advance(ms - 1);
      await mock.world.webhooks.settled();
      mock.advance(1);
      await mock.world.webhooks.settled();
    }
    // Attempts follow 5 s after the first and 5 min after the second, because a mock's delays have no jitter.
    expect(waits).toEqual(["2026-02-11T08:00:05.000Z", "2026-02-11T08:05:05.000Z"]);
    expect(understood).toHaveLength(3);
    expect((await assay.webhooks.deliveries(webhook.id)).data).toMatchObject([
      { status: "delivered", attempts: 3, duration_ms: 0 },
    ]);
  });

  test("to an endpoint that does not exist report a failure", async () => {
    const { mock, assay, project } = await prepared();
    const nowhere = "http://127.0.0.1:9/";
    const { id } = await assay.webhooks.create({ event_types: ["review.submitted"], url: nowhere });
    server.use(http.post(nowhere, () => HttpResponse.error()));
    mock.world.webhooks.emit("review.submitted", { project: project.id });
    await mock.world.webhooks.settled();
    const { data } = await assay.webhooks.deliveries(id);
    expect(data).toMatchObject([{ status: "pending", attempts: 1, response_status: null }]);
    expect(data[0]?.error).toMatch(/^The endpoint could not be called: .+\.$/);
  });

  test("can call the API, and are deleted by a reset", async () => {
    const { mock, assay, project } = await prepared();
    const inside: string[] = [];
    server.use(
      http.post(url, async () => {
        inside.push((await assay.projects.get(project.id)).name);
        return HttpResponse.json({});
      }),
    );
    mock.world.webhooks.emit("review_task.assigned", { project: project.id });
    await mock.world.webhooks.settled();
    expect(inside).toEqual(["Calls"]);
    mock.reset();
    mock.world.webhooks.emit("review_task.assigned", { project: project.id });
    await mock.world.webhooks.settled();
    expect(inside).toHaveLength(1);
    expect((await assay.webhooks.list()).data).toEqual([]);
  });
});
