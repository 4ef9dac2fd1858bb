// Callers choose the headers Host and X-Forwarded-*. No response may depend on them.
import { once } from "node:events";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer } from "../../server/src/app/start-server.ts";
import { readConfig } from "../../server/src/platform/config.ts";
import { newSecret } from "../../server/src/platform/secrets/api-key-secret.ts";
import { resources } from "../conformance/harness/random-requests.ts";
import { createExampleWorkspace, type ExampleWorkspace } from "../fuzz/harness/example-workspace.ts";
import { describedOperations } from "../fuzz/harness/operations.ts";
import { freshDatabase } from "../support/database.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

const forged = {
  host: "evil.example",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
  "x-forwarded-port": "666",
  "x-forwarded-for": "203.0.113.7",
  "x-original-host": "evil.example",
  forwarded: "host=evil.example;proto=https",
};

/** Headers that differ even between two responses to the same request. */
const changing = /^(?:date|ratelimit.*|x-ratelimit.*)$/;

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a GET request. The body of a stream is not read, because it does not end. */
async function get(url: string, headers: Record<string, string>): Promise<Answer> {
  const sent = httpRequest(url, { headers: { "x-request-id": "req_host", ...headers } });
  const received = once(sent, "response");
  sent.end();
  const [response] = await received;
  const isStream = String(response.headers["content-type"]).startsWith("text/event-stream");
  const body = isStream ? "" : await text(response);
  if (isStream) response.destroy();
  const stable = Object.entries<string>(response.headers).filter(([name]) => !changing.test(name));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(stable),
    // The server stores the time of a key's last use in the background, so the time may differ.
    body: body.replaceAll(/"last_used_at":(?:"[^"]*"|null)/g, '"last_used_at":0'),
  };
}

describe("an answer", () => {
  let server: TestServer;
  let workspace: ExampleWorkspace;
  beforeAll(async () => {
    server = await startTestServer("embedded", {
      ASSAY_RATE_LIMIT: "100000000",
      ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
    });
    workspace = await createExampleWorkspace(server, "embedded");
  });
  afterAll(() => server?.close());

  /** Every path that can be read, with the ids of objects of the workspace. */
  const paths = [
    "/docs",
    "/docs/start.js",
    "/openapi/evaluation.json",
    "/openapi/control-plane.json",
    "/",
    "/nowhere",
    ...describedOperations()
      .filter(({ route }) => route.method === "GET")
      .map(({ route: { path } }) =>
        path
          .replace(":type", "record")
          .replaceAll(/([^/]+)\/:\w+/g, (_, segment: string) => `${segment}/${resources[segment] ?? "none"}`),
      ),
  ];

  test.each(paths)("to GET %s does not depend on Host and X-Forwarded-*", async (path) => {
    const { path: real, headers } = workspace.real({
      operationId: "any",
      caller: "admin",
      method: "GET",
      path,
      headers: {},
      body: undefined,
      encoding: undefined,
    });
    const url = `${server.url}${real}`;
    const answer = await get(url, { ...headers });
    const other = await get(url, { ...headers, ...forged });
    expect(JSON.stringify(other)).not.toContain("evil.example");
    if (path !== "/metrics") expect(other).toEqual(answer);
  });

  test("is compared for many operations, with ids in their paths", () => {
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path) => path.includes("/:"))).toEqual([]);
    expect(paths.filter((path) => path.endsWith("/none")).length).toBeLessThan(8);
  });
});

describe("a server without a public URL", () => {
  const apiKey = newSecret();
  const decision = { decision: "allow", reason: "A trial." };

  test("that others can reach refuses to guess its address, and names its installation in records", async () => {
    const database = await freshDatabase("embedded");
    const opened = { ...database, close: async () => {} };
    const serve = async (host: string, variables = {}) => {
      const config = readConfig({
        HOST: host,
        PORT: "0",
        LOG_LEVEL: "silent",
        ASSAY_SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
        ASSAY_BOOTSTRAP_API_KEY: apiKey,
        ...variables,
      });
      const server = await startServer(config, { database: opened }, { withWorker: false });
      const configuration = await get(`${server.url}/.well-known/authzen-configuration`, forged);
      const signed = await fetch(`${server.url}/api/verification-record/sign`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "x-forwarded-host": "evil.example",
        },
        body: JSON.stringify(decision),
      });
      const { issuer } = await signed.json();
      await server.close();
      return { url: server.url, status: configuration.status, body: JSON.parse(configuration.body), issuer };
    };
    try {
      const open = await serve("0.0.0.0");
      expect(open).toMatchObject({
        status: 503,
        body: {
          code: "unavailable",
          detail:
            'ASSAY_PUBLIC_URL is required: the server listens on "0.0.0.0", which is not a loopback address.',
        },
        issuer: expect.stringMatching(
          /^urn:assay:instance:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
      });
      // The issuer, which names the installation, does not change.
      const local = await serve("127.0.0.1");
      expect(local).toMatchObject({
        status: 200,
        body: { policy_decision_point: local.url },
        issuer: open.issuer,
      });
      const named = await serve("0.0.0.0", { ASSAY_PUBLIC_URL: "https://assay.example.org/" });
      expect(named).toMatchObject({
        status: 200,
        body: { policy_decision_point: "https://assay.example.org" },
        issuer: "https://assay.example.org",
      });
    } finally {
      await database.close();
    }
  });
});
