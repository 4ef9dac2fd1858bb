import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../../../client/client.ts";
import { RateLimitError } from "../../../errors/errors-api.ts";
import { createMockAssay, failOnUnhandled } from "../../index.ts";

const mock = createMockAssay({ baseUrl: "https://failures.test" });
const server = setupServer(...mock.handlers);
const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl, maxRetries: 0 });
beforeAll(() => server.listen(failOnUnhandled));
afterAll(() => server.close());
beforeEach(() => mock.reset());

describe("a failure", () => {
  test("can withhold the response until the client's timeout", async () => {
    mock.fail("listProjects", { delayMs: Infinity });
    await expect(assay.projects.list({}, { timeoutMs: 10 })).rejects.toMatchObject({ name: "TimeoutError" });
    expect(mock.calls).toMatchObject([{ operationId: "listProjects", status: undefined }]);
  });

  test("can be permanent", async () => {
    mock.fail("listProjects", { status: 503, times: Infinity });
    for (const _ of [1, 2, 3]) await expect(assay.projects.list()).rejects.toMatchObject({ status: 503 });
  });

  test("happens at least once", () => {
    expect(() => mock.fail("listProjects", { status: 503, times: 0 })).toThrow(
      "times is 0; it must be at least 1.",
    );
    expect(() => mock.fail("listProjects", { delayMs: -5 })).toThrow("delayMs is -5; it must be at least 0.");
  });

  test("is rejected if it is empty or impossible", () => {
    const does = "The failure is empty; it must have a status, networkError or delayMs.";
    expect(() => mock.fail("listProjects", {})).toThrow(does);
    expect(() => mock.fail("listProjects", { times: 2, detail: "No.", networkError: false })).toThrow(does);
    expect(() => mock.fail("listProjects", { code: "rate_limited" })).toThrow(does);
    expect(() => mock.fail("listProjects", { delayMs: 1, code: "rate_limited" })).toThrow(
      'status is required: the code "rate_limited" needs one.',
    );
    expect(() => mock.fail("listProjects", { status: 503, networkError: true })).toThrow(
      "Use either status (503) or networkError, not both.",
    );
    // @ts-expect-error -- failures have no such member
    expect(() => mock.fail("listProjects", { status: 503, retry_after: 1 })).toThrow(
      'A failure has no member "retry_after". Use status, code, detail, retryAfter,',
    );
    for (const status of [0, 99, 101, 600, 503.5, Number.NaN]) {
      expect(() => mock.fail("listProjects", { status })).toThrow(
        `status is ${status}; it must be an integer from 200 to 599.`,
      );
    }
    for (const retryAfter of [-1, 1.5, Infinity, new Date(Number.NaN)]) {
      expect(() => mock.fail("listProjects", { status: 429, retryAfter })).toThrow(
        `retryAfter is ${String(retryAfter)}; it must be whole seconds from 0, or a date.`,
      );
    }
  });

  test("can have a date in Retry-After", async () => {
    mock.fail("listProjects", { status: 429, retryAfter: new Date("2199-01-01T00:00:00Z") });
    const refused = await assay.projects.list().catch((error: unknown) => error);
    if (!(refused instanceof RateLimitError)) throw refused;
    expect(refused.headers.get("retry-after")).toBe("Tue, 01 Jan 2199 00:00:00 GMT");
    expect(refused.retryAfter).toBeGreaterThan(3600);
  });

  test("can have a status without a response body", async () => {
    for (const status of [204, 205, 304]) {
      mock.fail("listProjects", { status });
      expect((await fetch(`${mock.baseUrl}/v1/projects`)).status).toBe(status);
    }
  });

  test("suggests the intended operation", () => {
    // @ts-expect-error -- this is the client's method, not the operation
    expect(() => mock.fail("projects.create", { status: 503 })).toThrow(
      'Operation "projects.create" not found. Did you mean "createProject"? Use one of getCaller, createApiKey,',
    );
    // @ts-expect-error -- the operation is spelled differently
    expect(() => mock.fail("create_project", { status: 503 })).toThrow('Did you mean "createProject"?');
  });
});
