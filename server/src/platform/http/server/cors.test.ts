import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../../test/support/server.ts";

const origin = "https://app.test";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_CORS_ORIGINS: `${origin}, https://other.test` });
});
afterAll(() => server.close());

const ask = (method: string, from: string): Promise<Response> =>
  fetch(`${server.url}/v1/projects`, { method, headers: { origin: from } });

test("a page of an allowed origin can send the client's headers", async () => {
  const { status, headers } = await ask("OPTIONS", origin);
  expect([status, headers.get("access-control-allow-origin"), headers.get("vary")]).toEqual([
    204,
    origin,
    "Origin",
  ]);
  const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
  // The headers that the client sends in every call, when it resumes an event stream, and when it resumes a
  // download.
  for (const name of [
    "authorization",
    "content-type",
    "idempotency-key",
    "last-event-id",
    "range",
    "if-range",
  ])
    expect(allowed).toContain(name);
  expect(headers.get("access-control-allow-methods")).toBe("GET, POST, PUT, PATCH, DELETE");
});

test("a page of an allowed origin can read the response headers, even of refusals", async () => {
  const { status, headers } = await ask("GET", origin);
  expect([status, headers.get("access-control-allow-origin")]).toEqual([401, origin]);
  const exposed = headers.get("access-control-expose-headers")?.toLowerCase().split(", ");
  for (const name of ["retry-after", "x-request-id", "etag", "content-range", "x-decision-id"])
    expect(exposed).toContain(name);
});

test("a page of any other origin cannot send requests", async () => {
  for (const method of ["OPTIONS", "GET"])
    expect((await ask(method, "https://app.test.evil.test")).headers.get("access-control-allow-origin")).toBe(
      null,
    );
});
