// Tests a trace as an operator sees it in a collector. A client starts the trace; the request, the job in
// another process and the message to a webhook continue it. The trace is complete once the processes have
// stopped.
import { Assay } from "@assay/sdk";
import { expect, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { freshDatabase } from "../support/database.ts";
import { type OtlpReceiver, type SentSpan, startOtlpReceiver } from "../support/otlp-receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { postgresUrl } from "../support/test-postgres.ts";
import { evaluate, traceId, traceparent, tracestate, useClosing } from "./harness/trace-harness.ts";

const { closed, closing } = useClosing();

const withoutPostgres = (await postgresUrl()) === null;

/** A fetch function for the SDK that continues the caller's trace. */
const tracedFetch: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("traceparent", traceparent);
  request.headers.set("tracestate", tracestate);
  return fetch(request);
};

/**
 * Returns the names of a span and its ancestors, up to the first span whose parent was not sent. The order is
 * from the outermost span to the given one.
 */
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
    const location = { url: database.url ?? "" };
    const variables = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
      ASSAY_POOL_MAX: "5",
      LOG_LEVEL: "info",
    };
    const process = (args: readonly string[], name: string): AssayProcess => {
      const one = startAssayServer(args, location, { ...variables, OTEL_SERVICE_NAME: name });
      closing.push(() => (one.kill("SIGKILL"), one.ended));
      return one;
    };
    const server = process(["serve", "--no-worker"], "front");
    const url = await urlOf(server);
    const worker = process(["worker"], "back");
    await worker.writes(/runs jobs/);
    const apiKey = await firstKeyOf(server);
    const assay = new Assay({ apiKey, baseUrl: url, fetch: tracedFetch });
    await evaluate(assay, { score: scorer.url, hook: hook.url });
    await assay.control.authorize({ agentId: "nobody", tool: "chart.read", args: {} }).catch(() => undefined);
    await expect.poll(() => hook.calls.length, { timeout: 60_000 }).toBe(1);

    // Each call to an endpoint carries the same trace id and a separate span id.
    for (const { headers } of [...scorer.calls, ...hook.calls]) {
      expect(headers["traceparent"]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
      expect(headers["tracestate"]).toBe(tracestate);
    }

    // No wait is necessary, because a process that stops sends its remaining spans.
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
    // Fast routes, which bypass Express, are traced too, and so is the commit of the route's event.
    const decided = spans.find(({ name }) => name === "POST /api/policy/authorize");
    expect(decided).toMatchObject({ kind: 2, attributes: { "http.route": "/api/policy/authorize" } });
    const commits = spans.filter(({ name }) => name === "evidence commit").map((one) => pathOf(spans, one));
    expect(commits).toContainEqual(["POST /api/policy/authorize", "evidence append", "evidence commit"]);
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["transaction", "insert jobs", "insert outbox", "GET /v1/evaluations/:id"]),
    );

    // The log line of a request contains the request's trace id.
    const line = server
      .stderr()
      .split("\n")
      .find((one) => one.includes('"POST"') && one.includes('"/v1/evaluations"'));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: traceId, span_id: request?.spanId });
  },
);
