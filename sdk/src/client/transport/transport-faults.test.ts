import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { Assay } from "../client.ts";
import * as faulty from "./transport-fixture.ts";

const { respond, respondText, fakeClock, refuse, testTransport } = faulty;

let server: faulty.FaultyServer;
async function start(...behaviors: faulty.Behavior[]): Promise<string> {
  server = await faulty.startFaultyServer(...behaviors);
  return server.url;
}
afterEach(() => server.close());

/** Responds, and resets the connection when it is idle. */
const resetWhenIdle: faulty.Behavior = (response, received) => {
  response.once("finish", () => setImmediate(() => response.socket?.resetAndDestroy()));
  respond(201, { id: "proj_1" })(response, received);
};

describe("an idle connection that is reset", () => {
  test("does not make a call fail, whenever the reset occurs", async () => {
    // The second call uses the open connection, which is reset on arrival. Later calls find it closed.
    const url = await start(
      respond(201, { id: "proj_1" }),
      faulty.reset,
      resetWhenIdle,
      resetWhenIdle,
      resetWhenIdle,
    );
    const transport = testTransport(url);
    for (let call = 0; call < 4; call += 1)
      expect(await transport.call(["POST", "/v1/projects"], { body: {} })).toEqual({ id: "proj_1" });
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    // The retry reuses the failed attempt's key; every other call has its own key.
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(4);
    expect(keys[2]).toBe(keys[1]);
  });
});

describe("a response of a later version of the API", () => {
  test("keeps unknown fields and values", async () => {
    const project = {
      id: "proj_1",
      object: "project",
      name: "a",
      color: "red",
      parts: [{ of: "tomorrow" }],
    };
    const evaluation = { id: "eval_1", status: "hibernating", progress: { total: 1, dreaming: 1 } };
    const url = await start(respond(200, project), respond(200, evaluation));
    const assay = new Assay({ apiKey: "assay_live_k", baseUrl: url });
    expect(await assay.projects.get("proj_1")).toEqual(project);
    expect(await assay.evaluations.get("eval_1")).toEqual(evaluation);
  });

  test("can have an unknown code and status", async () => {
    const url = await start(refuse(451, "not_in_this_country"));
    const assay = new Assay({ apiKey: "assay_live_k", baseUrl: url });
    await expect(assay.projects.get("proj_1")).rejects.toMatchObject({
      name: "ApiError",
      status: 451,
      code: "not_in_this_country",
    });
  });
});

describe("a list that never ends", () => {
  const endless: faulty.Behavior = (response, received) => {
    const next = Number(new URL(received.url, "http://x").searchParams.get("after") ?? 0) + 1;
    const list = { object: "list", data: [{ id: next }], has_more: true, next_cursor: String(next) };
    respond(200, list)(response, received);
  };

  test("requests only the pages that are read", async () => {
    const url = await start(endless);
    const seen: number[] = [];
    for await (const { id } of testTransport(url).list<{ id: number }>(["GET", "/v1/projects"]))
      if (seen.push(id) === 50) break;
    expect([seen.at(-1), server.received.length]).toEqual([50, 50]);
  });

  test("ends when the signal aborts, and has no listener", async () => {
    const url = await start(endless);
    const stop = new AbortController();
    const list = testTransport(url).list<{ id: number }>(
      ["GET", "/v1/projects"],
      {},
      { signal: stop.signal },
    );
    const going = (async () => {
      for await (const { id } of list) if (id === 5) stop.abort();
    })();
    await expect(going).rejects.toMatchObject({ name: "AbortError" });
    expect(server.received).toHaveLength(5);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});

test.each<[string, faulty.Behavior]>([
  ["a connection that breaks", faulty.reset],
  ["a body that breaks off", faulty.cutBody],
  ["a gateway's HTML", respondText(502, "text/html", "<h1>Bad gateway</h1>")],
  ["a response that is not JSON", respondText(200, "text/plain", "hello")],
  ["a refusal", refuse(401, "unauthenticated")],
  ["a temporary refusal", refuse(429, "rate_limited", { "retry-after": "1" })],
])("no error and no log line contains the key after %s", async (_what, behavior) => {
  const lines: string[] = [];
  const write = (...parts: unknown[]): void => void lines.push(inspect(parts, { depth: 20 }));
  const logger = { error: write, warn: write, info: write, debug: write };
  const url = await start(behavior);
  const options = { logger, logLevel: "debug", apiKey: "assay_live_secret" } as const;
  const call = testTransport(url, fakeClock(), options).call(["POST", "/v1/projects"], { body: {} });
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const shown = [inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error), ...lines];
  expect(shown.join("\n")).not.toContain("secret");
});
