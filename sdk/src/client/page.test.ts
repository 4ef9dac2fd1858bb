import { afterEach, describe, expect, test } from "vitest";
import * as faulty from "./transport/transport-fixture.ts";

interface Project {
  id: string;
}
const route = ["GET", "/v1/projects"] as const;
const page = (ids: string[], next_cursor: string | null, has_more = next_cursor !== null): faulty.Behavior =>
  faulty.respond(200, { object: "list", data: ids.map((id) => ({ id })), has_more, next_cursor });

let server: faulty.FaultyServer;
afterEach(() => server.close());

/** Reads all pages that these behaviors return, and records the requested cursors. */
async function readAll(query: object, ...behaviors: faulty.Behavior[]) {
  server = await faulty.startFaultyServer(...behaviors);
  const ids: string[] = [];
  for await (const { id } of faulty.testTransport(server.url).list<Project>(route, { query })) ids.push(id);
  return {
    ids,
    requested: server.received.map(({ url }) => new URL(url, "http://x").searchParams.get("after")),
  };
}

describe("for await over a list", () => {
  test("yields the items of all pages", async () => {
    const { ids, requested } = await readAll(
      { limit: 2 },
      page(["a", "b"], "1"),
      page(["c", "d"], "2"),
      page(["e"], null),
    );
    expect(ids).toEqual(["a", "b", "c", "d", "e"]);
    expect(requested).toEqual([null, "1", "2"]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/v1/projects?limit=2",
      "/v1/projects?limit=2&after=1",
      "/v1/projects?limit=2&after=2",
    ]);
  });

  test("continues after empty pages", async () => {
    const { ids } = await readAll({}, page([], "1"), page([], "2"), page(["a"], null));
    expect(ids).toEqual(["a"]);
  });

  test("starts at the caller's cursor", async () => {
    const { requested } = await readAll({ after: "7" }, page(["a"], "8"), page(["b"], null));
    expect(requested).toEqual(["7", "8"]);
  });

  test("stops at has_more: false with any cursor", async () => {
    // In openfga#2081, a last page with a token made clients loop forever.
    const { ids } = await readAll({}, page(["a"], "1", false));
    expect(ids).toEqual(["a"]);
  });

  test.each([null, ""])("stops at the cursor %j with any has_more", async (cursor) => {
    const { ids } = await readAll({}, page(["a"], cursor, true));
    expect(ids).toEqual(["a"]);
  });

  test("stops at the cursor of the page itself", async () => {
    const { ids, requested } = await readAll({}, page(["a"], "1"), page(["b"], "1"));
    expect([ids, requested]).toEqual([
      ["a", "b"],
      [null, "1"],
    ]);
  });

  test("stops at the caller's own cursor", async () => {
    const { requested } = await readAll({ after: "1" }, page(["a"], "1"));
    expect(requested).toEqual(["1"]);
  });

  test("stops at a cursor that closes a longer loop", async () => {
    const { ids, requested } = await readAll({}, page(["a"], "1"), page(["b"], "2"), page(["c"], "1"));
    expect([ids, requested]).toEqual([
      ["a", "b", "c"],
      [null, "1", "2"],
    ]);
  });

  test("requests no page after the caller stops", async () => {
    server = await faulty.startFaultyServer(page(["a"], "1"));
    for await (const { id } of faulty.testTransport(server.url).list<Project>(route)) if (id === "a") break;
    expect(server.received).toHaveLength(1);
  });

  test("rejects when a later page is refused", async () => {
    await expect(
      readAll({}, page(["a"], "1"), faulty.refuse(403, "insufficient_scope")),
    ).rejects.toMatchObject({
      name: "PermissionDeniedError",
    });
  });

  test("retries a page after a broken connection, without repeating an item", async () => {
    const { ids } = await readAll({}, page(["a"], "1"), faulty.reset, page(["b"], null));
    expect(ids).toEqual(["a", "b"]);
  });
});

/** Starts a server that returns these bodies, one for each request. */
const serve = async (...bodies: unknown[]): Promise<faulty.FaultyServer> =>
  (server = await faulty.startFaultyServer(...bodies.map((body) => faulty.respond(200, body))));

describe("a list with nextCursor", () => {
  const first = { approvals: [{ id: "a" }, { id: "b" }], nextCursor: "1" };
  const last = { approvals: [{ id: "c" }], nextCursor: null };
  const approvals = () =>
    faulty
      .testTransport(server.url)
      .list<Project, typeof last>(["GET", "/api/approvals"], { query: { limit: 2 } }, {}, "approvals");

  test("yields the items of all pages", async () => {
    await serve(first, last);
    const ids: string[] = [];
    for await (const { id } of approvals()) ids.push(id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/api/approvals?limit=2",
      "/api/approvals?limit=2&cursor=1",
    ]);
  });

  test("is awaited as the unchanged answer with the members of a page", async () => {
    await serve(first, last);
    const answer = await approvals();
    expect(answer).toEqual(first);
    expect(Object.keys(answer)).toEqual(["approvals", "nextCursor"]);
    expect([answer.items, answer.hasNextPage()]).toEqual([first.approvals, true]);
    const next = await answer.getNextPage();
    expect(next).toEqual(last);
    expect([next?.hasNextPage(), await next?.getNextPage()]).toEqual([false, null]);
  });

  test("stops at a repeated cursor", async () => {
    await serve(first, first);
    const next = await (await approvals()).getNextPage();
    expect([next?.hasNextPage(), await next?.getNextPage()]).toEqual([false, null]);
  });
});

describe("a list that is an array", () => {
  const agents = () =>
    faulty.testTransport(server.url).list<Project, Project[]>(["GET", "/api/agents"], {}, {}, "");

  test("is awaited as the unchanged array, and iterated", async () => {
    await serve([{ id: "a" }, { id: "b" }]);
    const all = await agents();
    expect(all).toEqual([{ id: "a" }, { id: "b" }]);
    expect([Array.isArray(all), JSON.stringify(all)]).toEqual([true, '[{"id":"a"},{"id":"b"}]']);
    expect([all.items, all.hasNextPage(), await all.getNextPage()]).toEqual([all, false, null]);
    const ids: string[] = [];
    for await (const { id } of agents()) ids.push(id);
    expect(ids).toEqual(["a", "b"]);
    expect(server.received.map(({ url }) => url)).toEqual(["/api/agents", "/api/agents"]);
  });
});

describe("toArray", () => {
  const list = () => faulty.testTransport(server.url).list<Project>(route);

  test("returns at most `limit` items, and requests no further page", async () => {
    server = await faulty.startFaultyServer(page(["a", "b"], "1"), page(["c", "d"], "2"));
    expect(await list().toArray({ limit: 3 })).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(server.received).toHaveLength(2);
    await list().toArray({ limit: 2 });
    expect(server.received).toHaveLength(3);
  });

  test("returns all items if there are fewer", async () => {
    server = await faulty.startFaultyServer(page(["a"], "1"), page(["b"], null));
    expect(await list().toArray({ limit: 100_000 })).toEqual([{ id: "a" }, { id: "b" }]);
  });

  test.each([undefined, 0, 1.5, 100_001, NaN, "5"])("rejects the limit %j", async (limit) => {
    server = await faulty.startFaultyServer(page(["a"], null));
    // Programs without types can pass other values.
    await expect(list().toArray({ limit } as never)).rejects.toMatchObject({
      name: "InvalidArgumentError",
      message: `limit is ${String(limit)}; it must be an integer from 1 to 100,000.`,
    });
  });
});

describe("a page", () => {
  test("has the structure of the API's response", async () => {
    server = await faulty.startFaultyServer(page(["a"], "1"));
    const first = await faulty.testTransport(server.url).list<Project>(route);
    expect(JSON.parse(JSON.stringify(first))).toEqual({
      object: "list",
      data: [{ id: "a" }],
      has_more: true,
      next_cursor: "1",
    });
  });

  test("returns the next one on each call, and null after the last", async () => {
    server = await faulty.startFaultyServer(page(["a"], "1"), page(["b"], null));
    const first = await faulty.testTransport(server.url).list<Project>(route);
    const second = await first.getNextPage();
    expect(second?.data).toEqual([{ id: "b" }]);
    expect((await first.getNextPage())?.data).toEqual([{ id: "b" }]);
    expect(await second?.getNextPage()).toBeNull();
  });

  test("is returned with its response, or unread", async () => {
    server = await faulty.startFaultyServer(page(["a"], null));
    const transport = faulty.testTransport(server.url);
    const { data, requestId } = await transport.list<Project>(route).withResponse();
    expect([data.data, requestId]).toEqual([[{ id: "a" }], "req_1"]);
    const response = await transport.list<Project>(route).asResponse();
    expect(await response.json()).toMatchObject({ data: [{ id: "a" }] });
  });

  test.each([null, [], {}, { data: null }])("is an error if the response is %j", async (body) => {
    server = await faulty.startFaultyServer(faulty.respond(200, body));
    await expect(faulty.testTransport(server.url).list(route)).rejects.toThrow(
      "200: expected a list (request req_1)",
    );
  });
});
