// Tests the limits of traces: they contain no secret, requests do not wait for a collector, and sampling
// follows the caller.
import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { Assay } from "@assay/sdk";
import { expect, test } from "vitest";
import { createLogger } from "../../server/src/platform/log.ts";
import { startOtlpReceiver } from "../support/otlp-receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { startTestServer } from "../support/server.ts";
import { evaluate, traceparent, useClosing } from "./harness/trace-harness.ts";

const { closed, closing } = useClosing();

test("no span contains a secret, a body, a query value or a query string", async () => {
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

  const sentBodies = collector.raw.map((one) => one.split("\n").slice(1).join("\n")).join("\n");
  expect(collector.spans.length).toBeGreaterThan(50);
  expect(collector.raw[0]).toContain('"x-collector-key":"for the collector"');
  expect(sentBodies).toContain("/v1/projects/assay_live_[redacted]");
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
    expect(sentBodies, canary).not.toContain(canary);
}, 120_000);

test("requests and shutdown do not depend on the collector; the log reports that it is down", async () => {
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
  await expect.poll(() => log, { timeout: 60_000 }).toContain("trace export failed");
  expect(log).toContain('"trace_id"');
  await assay.projects.create({ name: "Afterwards" });
});

test("a trace that its caller does not sample, or that the share excludes, is not sent; an invalid traceparent starts a trace", async () => {
  const collector = closed(await startOtlpReceiver());
  const server = closed(
    await startTestServer("embedded", {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: "0",
    }),
  );
  const secret = await server.newWorkspace();
  const get = async (path: string, headers: Record<string, string>): Promise<void> => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...headers },
    });
    await response.text();
    expect(response.status).toBe(200);
  };
  await get("/v1/datasets", {});
  await get("/v1/models", { traceparent: traceparent.replace(/01$/, "00") });
  await get("/v1/webhooks", { traceparent: "00-nonsense-01" });
  await get("/readyz", { traceparent });
  await get("/v1/projects", { traceparent });
  await server.close();
  closing.pop();
  expect(collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name)).toEqual([
    "GET /v1/projects",
  ]);
});
