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
