import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../client/client.ts";
import { ConnectionError } from "../errors/errors.ts";
import { createMockAssay } from "./index.ts";

const baseUrl = "https://one.test/assay";
const mock = createMockAssay({ baseUrl, now: () => new Date("2026-03-02T09:30:00Z"), rateLimit: 50 });
const other = createMockAssay({ baseUrl: "https://two.test/" });
const unset = createMockAssay();
const server = setupServer(...mock.handlers, ...other.handlers, ...unset.handlers);

const clientOf = ({ apiKey, baseUrl: at }: { apiKey: string; baseUrl: string }, maxRetries = 0): Assay =>
  new Assay({ apiKey, baseUrl: at, maxRetries });
const assay = clientOf(mock);

const refuseOthers = ({ url }: Request): never => {
  throw new Error(`Nothing answers ${url}.`);
};
beforeAll(() => server.listen({ onUnhandledRequest: refuseOthers }));
afterAll(() => server.close());
beforeEach(() => mock.reset());
afterEach(() => server.resetHandlers());

describe("the log of calls", () => {
  test("contains each request with its response, oldest first", async () => {
    const { id } = await assay.projects.create({ name: "Nurse line" });
    await assay.projects.get("proj_nothing").catch(() => undefined);
    await assay.projects.list({ limit: 5 });
    expect(mock.calls).toMatchObject([
      {
        operationId: "createProject",
        method: "POST",
        path: "/v1/projects",
        body: { name: "Nurse line" },
        status: 201,
      },
      { operationId: "getProject", params: { id: "proj_nothing" }, body: undefined, status: 404 },
      { operationId: "listProjects", query: { limit: "5" }, status: 200 },
    ]);
    expect(id).toMatch(/^proj_/);
    expect(mock.calls[0]?.requestId).toMatch(/^req_/);
  });

  test("contains files and invalid JSON as text", async () => {
    const { id: project } = await assay.projects.create({ name: "Nurse line" });
    const { id } = await assay.datasets.create({ name: "Calls", project });
    await assay.datasets.importFile(id, [{ id: "a", input: 1 }]);
    const headers = { "content-type": "application/json" };
    await fetch(`${baseUrl}/v1/nothing`, { method: "POST", body: "{", headers });
    expect(mock.calls.slice(2)).toMatchObject([
      { operationId: "importSamples", params: { id }, body: '{"id":"a","input":1}\n', status: 201 },
      { operationId: undefined, path: "/v1/nothing", body: "{", status: 404 },
    ]);
  });
});

describe("failures on demand", () => {
  test("fail the given number of times, in order, for one operation only", async () => {
    mock.fail("listProjects", { status: 503, retryAfter: 2 });
    mock.fail("listProjects", { status: 409, code: "invalid_state", detail: "Not now.", times: 2 });
    await assay.models.list();
    await expect(assay.projects.list()).rejects.toMatchObject({
      status: 503,
      code: "unavailable",
      retryAfter: 2,
    });
    for (let index = 0; index < 2; index += 1) {
      const refused = { status: 409, code: "invalid_state", detail: "Not now." };
      await expect(assay.projects.list()).rejects.toMatchObject(refused);
    }
    expect((await assay.projects.list()).data).toEqual([]);
  });

  test("are handled by a client that retries", async () => {
    mock.fail("createProject", { status: 503, retryAfter: 0 });
    mock.fail("createProject", { status: 429, retryAfter: 0 });
    await clientOf(mock, 2).projects.create({ name: "Third time" });
    expect(mock.calls.map(({ status }) => status)).toEqual([503, 429, 201]);
  });

  test("break the connection", async () => {
    mock.fail("getHealth", { networkError: true });
    await expect(assay.health.live()).rejects.toBeInstanceOf(ConnectionError);
    expect(mock.calls).toMatchObject([{ operationId: "getHealth", status: undefined }]);
  });

  test("lose the response after the request took effect; a retry with the idempotency key returns it", async () => {
    mock.fail("createProject", { status: 503, retryAfter: 0, afterEffect: true });
    const created = await clientOf(mock, 1).projects.create({ name: "Once" });
    expect((await assay.projects.list()).data).toEqual([created]);
  });

  test("respond like a gateway if the API has no problem document for the status", async () => {
    mock.fail("listProjects", { status: 502, detail: "Bad gateway" });
    const refused = { status: 502, code: undefined };
    await expect(assay.projects.list()).rejects.toMatchObject(refused);
  });

  test("only delay the response if they name no failure", async () => {
    mock.fail("listProjects", { delayMs: 5 });
    expect((await assay.projects.list()).data).toEqual([]);
    mock.fail("listProjects", { delayMs: 60_000 });
    await expect(assay.projects.list({}, { timeoutMs: 20 })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("refuse an unknown operation or code", () => {
    // @ts-expect-error -- no operation has this name
    expect(() => mock.fail("getNothing", { status: 500 })).toThrow(
      'Operation "getNothing" not found. Use one of getCaller, createApiKey,',
    );
    expect(() => mock.fail("getProject", { status: 409, code: "not_found" })).toThrow(
      'code is "not_found"; with status 409 it must be one of invalid_state, conflict, not_assigned, evidence_conflict, idempotency_conflict.',
    );
  });
});

describe("a mock", () => {
  test("responds at the client's default address", async () => {
    expect(unset.baseUrl).toBe("http://127.0.0.1:8787");
    expect(await new Assay({ apiKey: unset.apiKey }).health.live()).toEqual({ status: "ok" });
  });

  test("is independent of other mocks", async () => {
    const created = await assay.projects.create({ name: "Here" });
    expect((await clientOf(other).projects.list()).data).toEqual([]);
    await expect(clientOf(other).projects.get(created.id)).rejects.toMatchObject({ status: 404 });
    expect(other.calls.map(({ operationId }) => operationId)).toEqual(["listProjects", "getProject"]);
    expect(other.baseUrl).toBe("https://two.test");
  });

  test("keeps its workspaces apart", async () => {
    const created = await assay.projects.create({ name: "Here" });
    const { apiKey } = await mock.world.createWorkspace();
    const elsewhere = clientOf({ apiKey, baseUrl });
    expect((await elsewhere.projects.list()).data).toEqual([]);
    await expect(elsewhere.projects.get(created.id)).rejects.toMatchObject({ status: 404 });
  });

  test("resets everything including the clock", async () => {
    const { created_at: before } = await assay.projects.create({ name: "Gone" });
    mock.advance(1000);
    mock.fail("listProjects", { status: 500, times: 9 });
    mock.reset();
    expect(mock.calls).toEqual([]);
    expect((await assay.projects.list()).data).toEqual([]);
    expect((await assay.projects.create({ name: "New" })).created_at).toBe(before);
  });

  test("has a clock that can be fixed and advanced", async () => {
    expect((await assay.projects.create({ name: "A" })).created_at).toBe("2026-03-02T09:30:00.000Z");
    mock.advance(90_000);
    expect((await assay.projects.create({ name: "B" })).created_at).toBe("2026-03-02T09:31:30.000Z");
    expect((await assay.projects.list()).data.map(({ name }) => name)).toEqual(["B", "A"]);
    expect(() => mock.advance(-1)).toThrow("ms is -1; it must be at least 0.");
  });

  test("refuses requests over its limit until the minute ends", async () => {
    for (let index = 0; index < 50; index += 1) await assay.health.live();
    for (let index = 0; index < 50; index += 1) await assay.projects.list();
    await expect(assay.projects.list()).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      retryAfter: 60,
    });
    mock.advance(60_000);
    expect((await assay.projects.list()).data).toEqual([]);
  });

  test("accepts the API key that its options define", async () => {
    const own = createMockAssay({ baseUrl: "https://own.test", apiKey: "test-key" });
    server.use(...own.handlers);
    expect((await clientOf({ apiKey: "test-key", baseUrl: own.baseUrl }).projects.list()).data).toEqual([]);
    await expect(clientOf({ ...own, apiKey: "wrong" }).projects.list()).rejects.toMatchObject({
      status: 401,
    });
  });

  test("works inside a boundary of MSW, and its handlers are removed with the boundary", async () => {
    const inner = createMockAssay({ baseUrl: "https://inner.test" });
    const inside = server.boundary(async () => {
      server.use(...inner.handlers);
      return clientOf(inner).health.live();
    });
    expect(await inside()).toEqual({ status: "ok" });
    await expect(clientOf(inner).health.live()).rejects.toMatchObject({ status: 500 });
  });

  test("refuses invalid options", () => {
    expect(() => createMockAssay({ baseUrl: "one.test" })).toThrow(
      'baseUrl is "one.test"; it must be an http(s) URL',
    );
    // @ts-expect-error -- misspelled
    expect(() => createMockAssay({ evalutionMs: 10 })).toThrow(
      'A mock has no member "evalutionMs". Use baseUrl, apiKey, now, evaluationMs,',
    );
    expect(() => createMockAssay({ evaluationMs: -1 })).toThrow("evaluationMs is -1; it must be at least 0.");
  });
});
