import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { answers, c, emptyBody, route, type RouteMetadata } from "../platform/c.ts";
import { operationTable } from "./generate-operations.ts";
import { resourceTypes } from "./generate-resources.ts";
import { resourceTree } from "./generate-tree.ts";
import { routesOf } from "../openapi/apis.ts";
import { toOpenApi } from "../openapi/openapi.ts";

const task = z.strictObject({ id: z.string().max(64) }).meta({ id: "Task" });
const newTask = z.strictObject({ sample: z.string().max(64) }).meta({ id: "CreateTask" });
const grade = z.strictObject({ note: z.string().max(64).optional() }).meta({ id: "TreeGrade" });
const page = z.strictObject({ data: z.array(task).max(100) }).meta({ id: "TaskList" });
// All test files in a process share the registry.
afterAll(() => {
  for (const schema of [task, newTask, grade, page]) z.globalRegistry.remove(schema);
});
const noted = { summary: "Do it", description: "It is done." };

const metadata = (sdk: string, tag = "Reviews"): RouteMetadata => ({
  operationId: sdk.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
  tag,
  scope: "reviews:read",
  sdk,
});

const getNamed = (sdk: string, path = `/v1/${sdk}`) =>
  route({ ...noted, method: "GET", path, responses: answers({ 200: task }), metadata: metadata(sdk) });

const reviews = c.router({
  list: route({
    ...noted,
    method: "GET",
    path: "/v1/reviews",
    query: z.strictObject({ after: z.string().max(64).optional() }),
    responses: answers({ 200: page }),
    metadata: { ...metadata("reviews.list"), paginated: true },
  }),
  find: route({
    ...noted,
    method: "GET",
    path: "/v1/reviews/queue_of",
    query: z.strictObject({ role: z.string().max(64) }),
    responses: answers({ 200: z.array(task).max(100) }),
    metadata: metadata("reviews.queueOf"),
  }),
  createTask: route({
    ...noted,
    method: "POST",
    path: "/v1/reviews/tasks",
    body: newTask,
    responses: answers({ 201: task }),
    metadata: metadata("reviews.tasks.create", "Review tasks"),
  }),
  grade: route({
    ...noted,
    method: "PUT",
    path: "/v1/reviews/tasks/:id/grades/:reviewer",
    body: grade,
    responses: answers({ 200: task }),
    metadata: metadata("reviews.tasks.grade", "Review tasks"),
  }),
  claim: route({
    ...noted,
    method: "POST",
    path: "/v1/reviews/tasks/:id/claim",
    body: emptyBody,
    responses: answers({ 200: task }),
    metadata: metadata("reviews.tasks.claim", "Review tasks"),
  }),
  agent: getNamed("control.agents.get", "/api/agents/:id"),
  keys: getNamed("control.agents.keys", "/.well-known/jwks.json"),
  settings: getNamed("control.settings.get", "/api/settings"),
});

const apiOf = (router: object) =>
  toOpenApi(router, { title: "T", version: "1", description: "D", tags: {}, events: {} });
const treeOf = (router: object) => resourceTree(routesOf(router), apiOf(router));

test("the table contains paths that differ from the names", () => {
  const table = operationTable(treeOf(reviews));
  expect(table.slice(table.indexOf("{\n"))).toBe(`{
  _: "/v1",
  reviews: {
    list: "LIST  query",
    queueOf: "GET /~ query",
    tasks: {
      create: "POST  body",
      grade: "PUT /:id/grades/:reviewer body",
      claim: "POST /:id/~",
    },
  },
  control: {
    _: "/api",
    agents: {
      get: "GET /:id",
      keys: "GET =/.well-known/jwks.json",
    },
    settings: {
      get: "GET",
    },
  },
};
`);
});

test("a method's parameters are those of the path, then the body, the query and the options", () => {
  const types = resourceTypes(treeOf(reviews), apiOf(reviews));
  const signatures = types.split("\n").filter((line) => /^ {2}(\w+\(|readonly|declare)/.test(line));
  expect(signatures).toEqual([
    '  list(query?: Operations["reviewsList"]["query"], options?: RequestOptions): PagePromise<Operations["reviewsList"]["responses"][200]["data"][number]>;',
    // If the query has a required member, the parameter `query` is required. A response without an id is not
    // treated as an item of a list.
    '  queueOf(query: Operations["reviewsQueueOf"]["query"], options?: RequestOptions): ApiPromise<Operations["reviewsQueueOf"]["responses"][200]>;',
    "  readonly tasks: ReviewsTasks;",
    "  create(body: CreateTask, options?: RequestOptions): ApiPromise<Task>;",
    "  grade(id: string, reviewer: string, body?: TreeGrade, options?: RequestOptions): ApiPromise<Task>;",
    "  claim(id: string, options?: RequestOptions): ApiPromise<Task>;",
    "  readonly agents: ControlAgents;",
    "  readonly settings: ControlSettings;",
    "  get(id: string, options?: RequestOptions): ApiPromise<Task>;",
    "  keys(options?: RequestOptions): ApiPromise<Task>;",
    "  get(options?: RequestOptions): ApiPromise<Task>;",
    "  declare readonly reviews: Reviews;",
    "  declare readonly control: Control;",
  ]);
  expect(types).toContain('import type { CreateTask, Operations, Task, TreeGrade } from "./types.ts";');
  expect(types).toContain("/** Review tasks. */\nexport interface ReviewsTasks {");
});

const listing = (itemsMember: string | undefined, query: z.ZodType, paginated?: true) => {
  const router = c.router({
    list: route({
      ...noted,
      method: "GET",
      path: "/api/tasks",
      query,
      responses: answers({ 200: page }),
      metadata: {
        ...metadata("tasks.list"),
        ...(itemsMember !== undefined && { itemsMember }),
        ...(paginated && { paginated }),
      },
    }),
  });
  return treeOf(router);
};
const cursor = z.strictObject({ cursor: z.string().max(64).optional() });
const after = z.strictObject({ after: z.string().max(64).optional() });
const none = z.strictObject({});

test("the table names the style of a list and the member with its items", () => {
  expect(operationTable(listing(undefined, after, true))).toContain('list: "LIST  query"');
  expect(operationTable(listing("data", cursor))).toContain('list: "LIST.data  query"');
  expect(operationTable(listing("", none))).toContain('list: "LIST."');
});

test("an operation with a cursor must have the matching list style", () => {
  expect(() => listing(undefined, cursor)).toThrow(
    "tasksList: the query has cursor, but the list style is missing.",
  );
  expect(() => listing(undefined, after)).toThrow(
    "tasksList: the query has after, but the list style is missing.",
  );
  expect(() => listing("data", none)).toThrow(
    "tasksList: the query has no cursor, but the list style is cursor.",
  );
  expect(() => listing("", cursor)).toThrow("tasksList: the query has cursor, but the list style is array.");
  expect(() => listing("data", after)).toThrow(
    "tasksList: the query has after, but the list style is cursor.",
  );
});

test("a duplicate name is rejected", () => {
  const making = (...sdk: string[]) => {
    const router = c.router(Object.fromEntries(sdk.map((name, index) => [`r${index}`, getNamed(name)])));
    return () => treeOf(router);
  };
  expect(making("a.get", "a.get")).toThrow('aGet: "a.get" already belongs to another operation.');
  expect(making("a.b.get", "a.b")).toThrow('aB: "a.b" already belongs to another operation.');
  expect(making("a.b", "a.b.get")).toThrow('"a.b" is a method and cannot also be a resource.');
});
