import { afterEach, beforeEach, expect, test } from "vitest";
import { createResource, type ResourceTable } from "./resource-table.ts";
import * as faulty from "./transport/transport-fixture.ts";

const table: ResourceTable = {
  _: "/v1",
  reviews: {
    submit: "POST  body",
    queueOf: "GET /~ query",
    move: "PUT /:from/to/:to body query",
    cancel: "POST /:id/~",
    load: "POST  upload query",
    list: "LIST  query",
    find: "GET =/api/reviews/:id/~",
    reviewTasks: { get: "GET /:id" },
    otherPath: { _: "/api/others", get: "GET /:id" },
  },
};

/** A resource in the table above; each function takes the parameters of its row. */
interface Reviews {
  [name: string]: (...values: unknown[]) => Promise<unknown> & AsyncIterable<unknown>;
}

let server: faulty.FaultyServer;
let reviews: Reviews & { reviewTasks: Reviews; otherPath: Reviews };
beforeEach(async () => {
  server = await faulty.startFaultyServer(
    faulty.respond(200, { object: "list", data: [1], has_more: false }),
  );
  // This resource is created from the table above, so it has the functions in `Reviews`.
  ({ reviews } = createResource(table, faulty.testTransport(server.url)) as { reviews: typeof reviews });
});
afterEach(() => server.close());

const arrived = () => server.received.map(({ method, url, body }) => [method, url, body]);

test("a function takes the path parameters in order, then body, query and options", async () => {
  const headers = { "x-test": "yes" };
  await reviews.move?.("a", "b", { why: 1 }, { dry: true }, { headers });
  expect(arrived()).toEqual([["PUT", "/v1/reviews/a/to/b?dry=true", '{"why":1}']]);
  expect(server.received[0]?.headers["x-test"]).toBe("yes");
});

test("an omitted body is an empty object, and a call without a body sends none", async () => {
  await reviews.submit?.();
  await reviews.submit?.(undefined, { idempotencyKey: "k" });
  await reviews.cancel?.("a", { idempotencyKey: "k" });
  expect(arrived()).toEqual([
    ["POST", "/v1/reviews", "{}"],
    ["POST", "/v1/reviews", "{}"],
    ["POST", "/v1/reviews/a/cancel", ""],
  ]);
  expect(server.received.slice(1).map(({ headers }) => headers["idempotency-key"])).toEqual(["k", "k"]);
});

test("an upload is sent unchanged", async () => {
  await reviews.load?.({ content: "1\n2\n", contentType: "application/x-ndjson" }, { mode: "update" });
  expect(arrived()).toEqual([["POST", "/v1/reviews?mode=update", "1\n2\n"]]);
  expect(server.received[0]?.headers["content-type"]).toBe("application/x-ndjson");
});

test("a list is a GET with iterable items", async () => {
  const items: unknown[] = [];
  for await (const item of reviews.list?.({ limit: 1 }) ?? []) items.push(item);
  expect(items).toEqual([1]);
  expect(arrived()).toEqual([["GET", "/v1/reviews?limit=1", ""]]);
});

test("a resource has its functions and its nested resources as members, and functions work without their object", async () => {
  const { queueOf, reviewTasks } = reviews;
  const { get } = reviewTasks;
  await queueOf?.({ role: "md" });
  await get?.("t_1");
  expect(arrived()).toEqual([
    ["GET", "/v1/reviews/queue_of?role=md", ""],
    ["GET", "/v1/reviews/review_tasks/t_1", ""],
  ]);
});

test("an irregular path is explicit, for a resource or a method", async () => {
  await reviews.otherPath.get?.("t_1");
  await reviews.find?.("r_1");
  expect(arrived()).toEqual([
    ["GET", "/api/others/t_1", ""],
    ["GET", "/api/reviews/r_1/find", ""],
  ]);
});

test("invalid arguments reject the call", async () => {
  await expect(reviews.cancel?.()).rejects.toThrow('id is "undefined"; it must be an id.');
});
