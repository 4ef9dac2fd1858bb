import { Assay, RateLimitError } from "@assay/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer("embedded", { ASSAY_RATE_LIMIT: "30" });
});
afterAll(() => server.close());

test("a key that has reached its limit gets 429 with Retry-After; another key is served", async () => {
  const apiKey = await server.newWorkspace();
  const assay = new Assay({ baseUrl: server.url, apiKey, maxRetries: 0 });
  // Advance the clock to the start of a minute, so that the minute does not end between the requests.
  server.advance(60_000 - (server.deps.now().getTime() % 60_000));
  const outcomes = await Promise.allSettled(Array.from({ length: 80 }, () => assay.projects.list()));
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  expect(refused).toHaveLength(50);
  for (const error of refused) {
    if (!(error instanceof RateLimitError)) throw error;
    expect(error.code).toBe("rate_limited");
    expect(Number(error.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(error.headers.get("ratelimit")).toMatch(/^"key";r=0;t=\d+$/);
    expect(error.headers.get("ratelimit-policy")).toBe('"key";q=30;w=60');
  }
  const other = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace(), maxRetries: 0 });
  expect((await other.projects.list()).data).toEqual([]);
});
