// A trace as whoever runs the server sees it in a collector: begun by a client, through the request, the job in another process
// and the message to a webhook; whole when the processes stop; without a secret; and nothing suffers when nobody takes it.
import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { Assay } from "@assay/sdk";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "../../server/src/log.ts";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { type OtlpReceiver, type SentSpan, startOtlpReceiver } from "../support/otlp-receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const withoutPostgres = (await postgresUrl()) === null;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
const closed = <T extends { close: () => Promise<unknown> }>(one: T): T => {
  closing.push(() => one.close());
  return one;
};

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
const tracestate = "vendor=opaque";

/** What the SDK is given so that a trace of the caller's goes on. */
const tracedFetch: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("traceparent", traceparent);
  request.headers.set("tracestate", tracestate);
  return fetch(request);
};

/** An evaluation by an endpoint of one's own, and a webhook that is told of its end. */
async function evaluate(assay: Assay, { score, hook }: { score: string; hook: string }): Promise<string> {
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "February", project: project.id });
  await assay.samples.create(dataset.id, {
    samples: [
      {
        input: { text: "chest pain" },
        expected: { triage_level: "emergent" },
        output: { triage_level: "emergent" },
      },
    ],
  });
  await assay.webhooks.create({ event_types: ["evaluation.completed"], url: hook });
  const { id } = await assay.evaluations.create({
    name: "February",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }, { type: "custom", config: { webhook_url: score } }],
  });
  await assay.evaluations.wait(id);
  return id;
}

/** The names from a span up to the first whose parent was not sent. */
function pathOf(spans: readonly SentSpan[], from: SentSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === from.parentSpanId);
  return [...(parent ? pathOf(spans, parent) : []), from.name];
}

const ofTrace = ({ spans }: OtlpReceiver): SentSpan[] => spans.filter((span) => span.traceId === traceId);

test.skipIf(withoutPostgres)(
  "one trace leads from a client through a server, its worker's jobs and calls, to a webhook",
  async () => {
    const collector = closed(await startOtlpReceiver());
    const scorer = closed(await startReceiver(() => ({ score: 90 })));
    const hook = closed(await startReceiver(() => ({})));
    const database = closed(await freshDatabase("postgres"));
    const place = { url: database.url ?? "" };
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
      ASSAY_POOL_MAX: "5",
      LOG_LEVEL: "info",
    };
    const process = (args: readonly string[], name: string): AssayProcess => {
      const one = startAssayServer(args, place, { ...variables, OTEL_SERVICE_NAME: name });
      closing.push(() => (one.kill("SIGKILL"), one.ended));
      return one;
    };
    const server = process(["serve", "--no-worker"], "front");
    const url = await urlOf(server);
    const worker = process(["worker"], "back");
    await worker.writes(/takes jobs/);
    const apiKey = await firstKeyOf(server);
    const assay = new Assay({ apiKey, baseUrl: url, fetch: tracedFetch });
    await evaluate(assay, { score: scorer.url, hook: hook.url });
    await assay.control.authorize({ agentId: "nobody", tool: "chart.read", args: {} }).catch(() => undefined);
    await expect.poll(() => hook.calls.length, { timeout: 60_000 }).toBe(1);

    // Whoever is called sees the same trace, each call its own place in it.
    for (const { headers } of [...scorer.calls, ...hook.calls]) {
      expect(headers["traceparent"]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      expect(headers["tracestate"]).toBe(tracestate);
    }

    // Nothing is waited for: a stop sends what is left.
    for (const one of [server, worker]) {
      one.kill("SIGTERM");
      expect(await one.ended, one.stderr()).toBe(0);
    }
    const spans = ofTrace(collector);
    const called = (headers: Record<string, unknown>): SentSpan => {
      const id = String(headers["traceparent"]).split("-")[2];
      const span = spans.find(({ spanId }) => spanId === id);
      if (!span) throw new Error(`No span ${id} was sent.`);
      return span;
    };
    const delivered = called(hook.calls[0]?.headers ?? {});
    expect(delivered).toMatchObject({
      service: "back",
      kind: 3,
      attributes: {
        "http.request.method": "POST",
        "server.address": "127.0.0.1",
        "http.response.status_code": 200,
      },
    });
    const path = pathOf(spans, delivered);
    expect(path[0]).toBe("POST /v1/evaluations");
    expect(path.slice(-2)).toEqual(["webhook delivery", "POST"]);
    expect(path).toEqual(expect.arrayContaining(["job evaluation.plan", "job evaluation.chunk"]));
    expect(pathOf(spans, called(scorer.calls[0]?.headers ?? {})).slice(-2)).toEqual([
      "job evaluation.chunk",
      "POST",
    ]);

    const request = spans.find(({ name }) => name === "POST /v1/evaluations");
    expect(request).toMatchObject({
      service: "front",
      kind: 2,
      parentSpanId: "00f067aa0ba902b7",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/v1/evaluations",
        "http.response.status_code": 201,
        "url.path": "/v1/evaluations",
      },
    });
    // Past Express too; and the commit of its event.
    const decided = spans.find(({ name }) => name === "POST /api/policy/authorize");
    expect(decided).toMatchObject({ kind: 2, attributes: { "http.route": "/api/policy/authorize" } });
    const commits = spans.filter(({ name }) => name === "evidence commit").map((one) => pathOf(spans, one));
    expect(commits).toContainEqual(["POST /api/policy/authorize", "evidence append", "evidence commit"]);
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["transaction", "insert jobs", "insert outbox", "GET /v1/evaluations/:id"]),
    );

    // A line of log leads to its trace.
    const line = server
      .stderr()
      .split("\n")
      .find((one) => one.includes('"POST"') && one.includes('"/v1/evaluations"'));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: traceId, span_id: request?.spanId });
  },
);

test("no secret, no body and no value of a query is in any span, nor is a query string", async () => {
  const collector = closed(await startOtlpReceiver());
  const scorer = closed(await startReceiver(() => ({ score: 90, reason: "canary-answer" })));
  const hook = closed(await startReceiver(() => ({})));
  const server = closed(
    await startTestServer("embedded", {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "X-Collector-Key=for%20the%20collector",
      ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
    }),
  );
  const secret = await server.newWorkspace();
  const assay = new Assay({ apiKey: secret, baseUrl: server.url });
  await evaluate(assay, { score: `${scorer.url}/canary-path`, hook: `${hook.url}?token=canary-token` });
  const agentKey = randomBytes(16).toString("hex");
  await assay.control.agents.create({
    id: "bot",
    name: "Bot",
    baseUrl: "https://bot.example.org",
    apiKey: agentKey,
    tools: ["chart.read"],
  });
  await assay.control.authorize({ agentId: "bot", tool: "chart.read", args: { patient: "canary-patient" } });
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${secret}` }, ...init });
  await send(`/v1/projects?cursor=canary-query`);
  await send(`/v1/projects/${secret}`);
  await send("/v1/projects", {
    method: "POST",
    body: '{"name": "canary-name"',
    headers: { authorization: "Bearer canary-bearer" },
  });
  await send("/v1/projects", { headers: { authorization: `Bearer ${secret}`, "x-request-id": secret } });
  await server.worker.idle();
  await server.dispatcher.idle();
  const [, whsec = "none"] =
    /(whsec_\w+)/.exec(JSON.stringify(await assay.customEvaluatorSecret.rotate())) ?? [];
  await server.close();
  closing.pop();

  const told = collector.raw.map((one) => one.split("\n").slice(1).join("\n")).join("\n");
  expect(collector.spans.length).toBeGreaterThan(50);
  expect(collector.raw[0]).toContain('"x-collector-key":"for the collector"');
  expect(told).toContain("/v1/projects/assay_live_[redacted]");
  for (const canary of [
    secret,
    secret.slice(11),
    agentKey,
    whsec,
    "canary",
    "chest pain",
    "Nurse line",
    "for the collector",
  ])
    expect(told, canary).not.toContain(canary);
}, 120_000);

test("requests are answered, and the server stops, as ever when the collector is down; the log says so", async () => {
  let log = "";
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  const gone = await startOtlpReceiver();
  await gone.close();
  const server = closed(
    await startTestServer(
      "embedded",
      { OTEL_EXPORTER_OTLP_ENDPOINT: gone.url },
      { log: createLogger("info", lines) },
    ),
  );
  const assay = new Assay({ apiKey: await server.newWorkspace(), baseUrl: server.url });
  for (let count = 0; count < 20; count += 1) await assay.projects.create({ name: `Project ${count}` });
  await expect.poll(() => log, { timeout: 60_000 }).toContain("traces could not be sent");
  expect(log).toContain('"trace_id"');
  await assay.projects.create({ name: "Afterwards" });
});

test("a trace that its caller does not keep is not sent, nor a share that is not asked for; what is no traceparent begins one", async () => {
  const collector = closed(await startOtlpReceiver());
  const server = closed(
    await startTestServer("embedded", {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: "0",
    }),
  );
  const secret = await server.newWorkspace();
  const ask = async (path: string, headers: Record<string, string>): Promise<void> => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    });
    await response.text();
    expect(response.status).toBe(200);
  };
  await ask("/v1/datasets", {});
  await ask("/v1/models", { traceparent: traceparent.replace(/01$/, "00") });
  await ask("/v1/webhooks", { traceparent: "00-nonsense-01" });
  await ask("/readyz", { traceparent });
  await ask("/v1/projects", { traceparent });
  await server.close();
  closing.pop();
  expect(collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([
    "GET /v1/projects",
  ]);
});
