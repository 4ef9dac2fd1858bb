// Tests what operators see of a server: counts after real work, probes on a separate port, and one log line
// per request. The dashboard and the alerts query only metrics that exist.
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createLogger } from "../../server/src/platform/log.ts";
import { startReceiver, type Receiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

let server: TestServer;
let receiver: Receiver;
let assay: Assay;
let secret = "";
let text = "";
let log = "";

beforeAll(async () => {
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  server = await startTestServer(
    "embedded",
    { ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8", METRICS_PORT: "0" },
    { log: createLogger("info", lines) },
  );
  receiver = await startReceiver(() => ({}));
  secret = await server.newWorkspace();
  assay = new Assay({ apiKey: secret, baseUrl: server.url });
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "February", project: project.id });
  await assay.webhooks.create({ event_types: ["evaluation.completed"], url: receiver.url });
  await assay.samples.create(dataset.id, {
    samples: [
      {
        input: { text: "chest pain" },
        expected: { triage_level: "emergent" },
        output: { triage_level: "emergent" },
      },
    ],
  });
  const { id } = await assay.evaluations.create({
    name: "February",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }],
  });
  await assay.evaluations.wait(id);
  await assay.control.events.create({ type: "tool_call", data: {} });
  await assay.projects.get("proj_00000000000000000000000000").catch(() => undefined);
  // A request on a fast route, which bypasses Express, is counted too.
  await assay.control.authorize({ agentId: "nobody", tool: "chart.read", args: {} }).catch(() => undefined);
  await server.worker.idle();
  await server.dispatcher.idle();
  // Create a failed job, because the gauges report only those states in which there are jobs.
  await server.deps.database.knex("jobs").limit(1).update({ state: "dead" });
  text = await (await fetch(`${server.metricsUrl}/metrics`)).text();
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

/** Returns a metric's value; undefined if it does not exist. */
const valueOf = (sample: string): number | undefined => {
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length + 1));
};

test("requests are counted by route and status; jobs, events and deliveries by result", () => {
  expect(valueOf('assay_http_requests_total{method="POST",route="/v1/projects",status="201"}')).toBe(1);
  expect(valueOf('assay_http_requests_total{method="GET",route="/v1/projects/:id",status="404"}')).toBe(1);
  expect(valueOf('assay_http_request_duration_seconds_count{method="POST",route="/v1/projects"}')).toBe(1);
  expect(valueOf('assay_job_duration_seconds_count{kind="evaluation.chunk",outcome="done"}')).toBe(1);
  expect(valueOf('assay_events_total{event="evaluation.completed"}')).toBe(1);
  expect(valueOf('assay_deliveries_total{outcome="delivered"}')).toBe(1);
  expect(receiver.calls).toHaveLength(1);
  expect(text).toMatch(
    /^assay_http_requests_total\{method="POST",route="\/api\/policy\/authorize",status="\d+"\} 1$/m,
  );
  expect(text).not.toMatch(/proj_0000|Nurse/);
});

test("pending work in the database is reported, with the connections and the event loop", () => {
  expect(valueOf("assay_database_up")).toBe(1);
  for (const name of [
    "assay_job_oldest_ready_age_seconds",
    'assay_jobs_ready{lane="remote"}',
    'assay_jobs_oldest_seconds{lane="webhook"}',
    "assay_circuits_open",
    "assay_events_waiting",
    "assay_deliveries_pending",
  ])
    expect(valueOf(name), name).toBe(0);
  expect(valueOf('assay_webhooks{state="enabled"}')).toBe(1);
  expect(valueOf("assay_evidence_events")).toBeGreaterThanOrEqual(1);
  expect(valueOf("assay_evidence_unsigned_events")).toBe(valueOf("assay_evidence_events"));
  expect(valueOf("assay_database_connections_limit")).toBe(1);
  expect(valueOf("nodejs_eventloop_lag_p99_seconds")).toBeDefined();
});

test("the metrics port has the probes, and the port of the APIs has no metrics", async () => {
  expect((await fetch(`${server.metricsUrl}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${server.metricsUrl}/readyz`)).json()).toEqual({ status: "ready" });
  expect((await fetch(`${server.metricsUrl}/v1/projects`)).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test("each request has a log line with its id, route and caller, but no secret", async () => {
  const response = await fetch(`${server.url}/v1/projects`, {
    headers: { authorization: `Bearer ${secret}`, "x-request-id": "from-a-test" },
  });
  await response.text();
  await expect.poll(() => log).toContain("from-a-test");
  const line = JSON.parse(log.split("\n").find((one) => one.includes("from-a-test")) ?? "");
  expect(line).toMatchObject({
    msg: "request",
    requestId: "from-a-test",
    method: "GET",
    route: "/v1/projects",
    status: 200,
    ms: expect.any(Number),
    workspaceId: expect.any(String),
    apiKeyId: expect.any(String),
  });
  expect(log).not.toContain(secret);
});

/**
 * Returns the metrics that an expression queries, and the labels that the expression filters or groups by.
 */
function metricsNamedIn(expression: string): { names: string[]; labels: string[] } {
  const names = expression.match(/\b(?:assay|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const matchers = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = ""]) =>
    [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
  );
  const groups = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = ""]) =>
    inside.split(",").map((label) => label.trim()),
  );
  return { names, labels: [...matchers, ...groups] };
}

const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  read("deploy/grafana-dashboard.json"),
);
const alerts: { groups: { rules: { alert: string; expr: string; annotations: { todo: string } }[] }[] } =
  parse(read("deploy/prometheus-alerts.yaml"));
const rules = alerts.groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
];

test.each(expressions)("$of queries only metrics of /metrics: $expr", ({ expr }) => {
  const samples = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const { names, labels } = metricsNamedIn(expr);
  expect(names).not.toEqual([]);
  const seen = names.map((name) =>
    samples.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`)),
  );
  for (const [index, lines] of seen.entries()) expect(lines, names[index]).not.toEqual([]);
  for (const label of labels) expect(seen.flat().join("\n")).toMatch(new RegExp(`[{,]${label}="`));
});

test("every alert states what to do", () => {
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, annotations } of rules) expect(annotations.todo, alert).toMatch(/\w{3}/);
});
