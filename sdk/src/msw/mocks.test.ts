import { contract, routesOf } from "@assay/contract/openapi/apis";
import { HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Assay } from "../client/client.ts";
import { ConnectionError } from "../errors/errors.ts";
import type { Problem, Project } from "../generated/types.ts";
import { createMocks, failOnUnhandled } from "./index.ts";

const baseUrl = "https://mocks.test/v9";
const mistakes: Error[] = [];
const mocks = createMocks(baseUrl, { onMistake: (error) => mistakes.push(error) });
const server = setupServer(...mocks.handlers);
const assay = new Assay({ apiKey: "any", baseUrl, maxRetries: 0 });

const project: Project = {
  id: "proj_01jd0v5c6ge4bsgz5mxjbvfzq2",
  object: "project",
  name: "Nurse line",
  description: null,
  created_at: "2026-03-02T09:30:00.000Z",
};
const notFound: Problem = {
  type: "urn:assay:problem:not_found",
  title: "Not found",
  status: 404,
  detail: "There is none.",
  code: "not_found",
  request_id: "req_1",
};

beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());
afterEach(() => {
  server.resetHandlers();
  mistakes.length = 0;
});

describe("a helper", () => {
  test("responds to its operation with the given reply", async () => {
    server.use(mocks.getProject({ status: 200, body: project }));
    expect(await assay.projects.get(project.id)).toEqual(project);
  });

  test.each(routesOf(contract).map(({ metadata, method }) => [metadata.operationId, method] as const))(
    "of %s responds with an example if it has no reply",
    (id, method) => {
      // Every helper can be called without a reply, so the type of one helper is valid for all of them.
      const helper = Reflect.get(mocks, id) as typeof mocks.getHealth;
      expect(helper().info.method).toBe(method);
    },
  );

  test("responds with the example of the OpenAPI document if it has no reply", async () => {
    server.use(mocks.listEvaluations(), mocks.createProject());
    expect(await assay.projects.create({ name: "a" })).toMatchObject({
      object: "project",
      name: "Nurse line",
    });
    expect((await assay.evaluations.list()).data).toMatchObject([
      { status: "completed", results: { sample_count: 2 } },
    ]);
  });

  test("of a file responds with the given text and its first content type", async () => {
    server.use(mocks.getExportContent({ status: 200, body: "evaluation\r\n" }));
    const response = await assay.exports.content("exp_1");
    expect([response.headers.get("content-type"), await response.text()]).toEqual([
      "text/csv; charset=utf-8",
      "evaluation\r\n",
    ]);
  });

  test("responds with problem documents", async () => {
    server.use(mocks.getProject({ status: 404, body: notFound, headers: { "x-request-id": "req_1" } }));
    const refused = { status: 404, code: "not_found", detail: "There is none.", requestId: "req_1" };
    await expect(assay.projects.get("x")).rejects.toMatchObject(refused);
  });

  test("receives the validated parts of the request with their defaults", async () => {
    const seen: unknown[] = [];
    const list = { object: "list" as const, data: [], has_more: false, next_cursor: null };
    server.use(
      mocks.listDatasets(({ query, request }) => {
        seen.push(query, request.headers.get("authorization"));
        return { status: 200, body: list };
      }),
      mocks.updateDataset(async ({ params, body }) => {
        seen.push(params.id, body.name, body.archived);
        return { status: 404, body: notFound };
      }),
    );
    await assay.datasets.list({ archived: true });
    await assay.datasets.update("a/b?c", { name: "é", archived: null }).catch(() => undefined);
    expect(seen).toEqual([{ archived: true, limit: 20 }, "Bearer any", "a/b?c", "é", undefined]);
  });

  test("receives a file as text", async () => {
    const seen: string[] = [];
    server.use(
      mocks.importSamples(({ body }) => {
        seen.push(body);
        return { status: 404, body: notFound };
      }),
    );
    await assay.datasets.importFile("ds_1", [{ id: "a", input: 1 }]).catch(() => undefined);
    expect(seen).toEqual(['{"id":"a","input":1}\n']);
  });

  test("refuses an invalid request like the API, without calling the test", async () => {
    server.use(
      mocks.createProject(() => {
        throw new Error("not called");
      }),
    );
    // @ts-expect-error -- name must be a string
    await expect(assay.projects.create({ name: 7, color: "red" })).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: "/name", message: "name is 7; it must be a string." },
        {
          path: "/color",
          message: "color is not a field that this object accepts; accepted: name, description.",
        },
      ],
    });
    expect(mistakes).toEqual([]);
  });

  test("responds once if requested, and leaves the rest to earlier handlers", async () => {
    server.use(mocks.getProject({ status: 200, body: project }));
    server.use(mocks.getProject({ status: 404, body: notFound }, { once: true }));
    await expect(assay.projects.get("x")).rejects.toMatchObject({ status: 404 });
    expect(await assay.projects.get("x")).toEqual(project);
  });

  test("returns a Response unchanged, even one that stands for a broken connection", async () => {
    server.use(mocks.getProject(() => HttpResponse.error()));
    await expect(assay.projects.get("x")).rejects.toBeInstanceOf(ConnectionError);
    server.use(mocks.getProject(() => new HttpResponse("<html>", { status: 504 })));
    await expect(assay.projects.get("x")).rejects.toMatchObject({ status: 504, code: undefined });
  });

  test("does not confuse the paths of operations", async () => {
    server.use(mocks.getDataset({ status: 404, body: notFound }));
    await expect(assay.datasets.versions("ds_1")).rejects.toMatchObject({ status: 421 });
    await expect(assay.datasets.get("ds_1?x=/v1/datasets/y/versions")).rejects.toMatchObject({ status: 404 });
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining("No mock responds to GET /v1/datasets/ds_1/versions"),
    ]);
  });
});

describe("a mistake of a test", () => {
  test("throws when the helper is created with a plain reply", () => {
    const { name: _name, ...nameless } = project;
    // @ts-expect-error -- the reply has no name
    expect(() => mocks.getProject({ status: 200, body: nameless })).toThrow(
      "The mock of getProject replies with a 200 that violates the contract: name:",
    );
    // @ts-expect-error -- the operation has no such status
    expect(() => mocks.getProject({ status: 201, body: project })).toThrow(
      "The mock of getProject replies with 201; it must reply with one of 200, 400, 401,",
    );
  });

  test("is reported for a reply of a function, and fails the call without retries", async () => {
    server.use(mocks.getProject(() => ({ status: 200, body: { ...project, created_at: "yesterday" } })));
    await expect(assay.projects.get("x")).rejects.toMatchObject({ status: 421, code: "mock_mistake" });
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        "The mock of getProject replies with a 200 that violates the contract: created_at:",
      ),
    ]);
  });

  test("is a failed assertion in a reply", async () => {
    server.use(
      mocks.getProject(({ params }) => {
        expect(params.id).toBe("another");
        return { status: 200, body: project };
      }),
    );
    await expect(assay.projects.get("x")).rejects.toMatchObject({ status: 421 });
    expect(mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining("expected 'x' to be 'another'"),
    ]);
  });

  test("is a call without a handler, named by its method and path", async () => {
    const message =
      "No mock responds to POST /v1/projects: it has no helper, or all its helpers are used up.";
    await expect(assay.projects.create({ name: "a" })).rejects.toMatchObject({
      status: 421,
      detail: message,
    });
    expect(mistakes.map((error) => error.message)).toEqual([message]);
  });

  test("is thrown uncaught, unless onMistake is set", async () => {
    const loud = createMocks("https://loud.test");
    server.use(...loud.handlers);
    const thrown = new Promise<unknown>((resolve) => {
      const listeners = process.listeners("uncaughtException");
      process.removeAllListeners("uncaughtException");
      process.once("uncaughtException", (error) => {
        for (const listener of listeners) process.on("uncaughtException", listener);
        resolve(error);
      });
    });
    await fetch("https://loud.test/v1/projects");
    expect(await thrown).toMatchObject({ name: "MockMistake" });
  });

  test("is an invalid base URL", () => {
    expect(() => createMocks("/v1")).toThrow(
      'baseUrl is "/v1"; it must be an http(s) URL without query and fragment.',
    );
  });
});
