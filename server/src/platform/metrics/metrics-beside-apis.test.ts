import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../../test/support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer("embedded");
});
afterAll(() => server?.close());

test("on the port of the APIs, metrics require an API key with the scope metrics:read, even on a loopback address", async () => {
  const key = await server.newWorkspace();
  const createKey = async (options: object): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Made", ...options });
    const response = await fetch(`${server.url}/v1/api_keys`, { method: "POST", headers, body });
    return String(Object(await response.json()).secret);
  };
  const [viewer, scraper] = [
    await createKey({ preset: "viewer" }),
    await createKey({ scopes: ["metrics:read"] }),
  ];
  const getMetrics = async (secret?: string): Promise<[number, string]> => {
    const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    const response = await fetch(`${server.url}/metrics`, { headers });
    return [response.status, await response.text()];
  };
  expect(await getMetrics()).toEqual([401, expect.stringContaining('"unauthenticated"')]);
  expect(await getMetrics(`${scraper.slice(0, -1)}-`)).toEqual([
    401,
    expect.stringContaining('"unauthenticated"'),
  ]);
  expect(await getMetrics(viewer)).toEqual([403, expect.stringContaining("metrics:read")]);
  for (const secret of [scraper, key])
    expect(await getMetrics(secret)).toEqual([200, expect.stringContaining("assay_database_up 1")]);
});
