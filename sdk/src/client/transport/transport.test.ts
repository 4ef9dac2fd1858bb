import { afterEach, describe, expect, test } from "vitest";
import { InvalidResponseError } from "../../errors/errors-api.ts";
import * as faulty from "./transport-fixture.ts";

const { respond, respondText, refuse, testTransport } = faulty;
const get = ["GET", "/v1/projects"] as const;
const post = ["POST", "/v1/projects"] as const;

let server: faulty.FaultyServer;
async function start(...behaviors: faulty.Behavior[]): Promise<string> {
  server = await faulty.startFaultyServer(...behaviors);
  return server.url;
}
afterEach(() => server.close());

describe("a request", () => {
  test("has the key, and its body as JSON", async () => {
    const url = await start(respond(201, {}));
    await testTransport(url).call(post, { body: { name: "Triage 𝕏", description: undefined } });
    expect(server.received[0]).toMatchObject({
      method: "POST",
      url: "/v1/projects",
      headers: {
        authorization: "Bearer assay_live_k",
        "content-type": "application/json",
      },
      body: '{"name":"Triage 𝕏"}',
    });
  });

  test("without a body has no content type, and without POST no idempotency key", async () => {
    const url = await start(respond(200, {}));
    await testTransport(url).call(get);
    expect(server.received[0]?.headers).not.toHaveProperty("content-type");
    expect(server.received[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  test("has the arguments at the time of the call, although it is sent later", async () => {
    const url = await start(respond(201, {}));
    const body = { name: "first" };
    const call = testTransport(url).call(post, { body });
    body.name = "second";
    await call;
    expect(server.received[0]?.body).toBe('{"name":"first"}');
  });

  test("uses the caller's idempotency key", async () => {
    const url = await start(respond(201, {}));
    await testTransport(url).call(post, {}, { idempotencyKey: "mine" });
    expect(server.received[0]?.headers["idempotency-key"]).toBe("mine");
  });

  test("has the headers of the client, overridden by those of the call, in upper or lower case", async () => {
    const url = await start(respond(200, {}));
    const transport = testTransport(url, undefined, { headers: { "x-team": "blue", "X-Trace": "1" } });
    await transport.call(get, {}, { headers: { "X-TEAM": "red" } });
    expect(server.received[0]?.headers).toMatchObject({ "x-team": "red", "x-trace": "1" });
  });

  test("is sent to the control plane if its path belongs to the control plane", async () => {
    const url = await start(respond(200, []));
    const transport = testTransport("http://127.0.0.1:1", undefined, {
      controlPlaneUrl: `${url}/plane/`,
      maxRetries: 0,
    });
    await transport.call(["GET", "/api/agents"]);
    await transport.call(["POST", "/access/v1/evaluation"]);
    await transport.call(["GET", "/.well-known/authzen-configuration"]);
    expect(server.received.map((one) => one.url)).toEqual([
      "/plane/api/agents",
      "/plane/access/v1/evaluation",
      "/plane/.well-known/authzen-configuration",
    ]);
  });

  test("uses the caller's fetch, called without a receiver", async () => {
    const url = await start();
    let self: unknown = "not called";
    const fetch = async function (this: unknown): Promise<Response> {
      // oxlint-disable-next-line typescript/no-this-alias -- the test checks the value of `this`
      self = this;
      return Response.json({ id: "proj_1" });
    };
    await expect(testTransport(url, undefined, { fetch }).call(get)).resolves.toEqual({ id: "proj_1" });
    expect(self).toBeUndefined();
  });

  test("is refused for an invalid limit", async () => {
    const url = await start(respond(200, {}));
    await expect(testTransport(url).call(get, {}, { timeoutMs: 0 })).rejects.toThrow(
      "timeoutMs must be above 0",
    );
    await expect(testTransport(url).call(get, {}, { maxRetries: -1 })).rejects.toThrow("0 or more");
    expect(server.received).toEqual([]);
  });
});

describe("a response", () => {
  test("of 204 is undefined", async () => {
    const url = await start((response) => response.writeHead(204).end());
    await expect(testTransport(url).call(["DELETE", "/v1/projects"])).resolves.toBeUndefined();
  });

  test("that is not JSON is an error without a retry", async () => {
    const url = await start((response) => {
      response.writeHead(200, { "content-type": "text/html", "x-request-id": "req_9" });
      response.end("<html>Welcome to the hotel's network</html>");
    });
    const call = testTransport(url).call(get);
    await expect(call).rejects.toBeInstanceOf(InvalidResponseError);
    await expect(call).rejects.toMatchObject({
      status: 200,
      requestId: "req_9",
      message: "200: expected JSON, received text/html (request req_9)",
    });
    expect(server.received).toHaveLength(1);
  });

  test("with a successful status and an empty body is an error too", async () => {
    const url = await start((response) => response.writeHead(200).end());
    await expect(testTransport(url).call(get)).rejects.toThrow("200: expected JSON, received null");
  });

  test("in HTML from a gateway is an error without the HTML", async () => {
    const url = await start(respondText(502, "text/html", "<html><h1>Bad gateway</h1></html>"));
    await expect(testTransport(url).call(get)).rejects.toMatchObject({
      name: "InternalServerError",
      status: 502,
      code: undefined,
      message: "502: Bad Gateway (content type text/html)",
    });
  });

  test("whose problem document is truncated still has its status", async () => {
    const url = await start((response) => {
      response.writeHead(404, { "content-type": "application/problem+json", "content-length": "100" });
      response.write('{"code":', () => response.socket?.destroy());
    });
    await expect(testTransport(url).call(get)).rejects.toMatchObject({ name: "NotFoundError", status: 404 });
  });

  test.each(["null", "7", "[]", "{"])(
    "whose problem document is %s still has its status",
    async (document) => {
      const url = await start(respondText(404, "application/problem+json; charset=utf-8", document));
      await expect(testTransport(url).call(get)).rejects.toMatchObject({
        name: "NotFoundError",
        status: 404,
      });
    },
  );

  test("with a problem document is an error of its class", async () => {
    const url = await start(refuse(404, "not_found"));
    await expect(testTransport(url).call(get)).rejects.toMatchObject({
      name: "NotFoundError",
      code: "not_found",
      message: "404 not_found: It is not_found. (request req_1)",
    });
  });

  test("that redirects a POST names the address to set, because the POST would become a GET", async () => {
    const url = await start((response) =>
      response.writeHead(301, { location: "https://assay.test/v1/projects" }).end(),
    );
    await expect(testTransport(url).call(post)).rejects.toThrow(
      "301: moved to https://assay.test/v1/projects; set baseUrl to match",
    );
    expect(server.received).toHaveLength(1);
  });

  test("that redirects a GET is followed", async () => {
    const url = await start(
      (response) => response.writeHead(302, { location: "/v1/moved" }).end(),
      respond(200, { id: "1" }),
    );
    await expect(testTransport(url).call(get)).resolves.toEqual({ id: "1" });
  });
});

describe("the log", () => {
  test("logs attempts, waits and responses, and never the key", async () => {
    const lines: string[] = [];
    const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
    const logger = { error: write("error"), warn: write("warn"), info: write("info"), debug: write("debug") };
    const url = await start(
      refuse(503, "unavailable"),
      refuse(429, "slow", { "retry-after": "30" }),
      respond(200, {}),
    );
    await testTransport(url, undefined, { logger, logLevel: "debug" }).call(get);
    const call = `[assay] GET ${url}/v1/projects: `;
    expect(lines).toEqual([
      `debug ${call}503 after 0 ms (request req_1)`,
      `info ${call}InternalServerError: 503 unavailable: It is unavailable. (request req_1); attempt 2 in 500 ms.`,
      `debug ${call}429 after 0 ms (request req_1)`,
      `warn ${call}RateLimitError: 429 slow: It is slow. (request req_1); attempt 3 in 30000 ms.`,
      `debug ${call}200 after 0 ms (request req_1)`,
    ]);
  });
});
