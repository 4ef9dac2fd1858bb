import { beforeAll, describe, expect, test, vi } from "vitest";
import * as api from "./errors-api.ts";
import * as base from "./errors.ts";

const { ApiError, apiError, NotFoundError } = api;
const { AssayError, ConnectionError, TimeoutError } = base;

const classes = { ...api };

const fault = (path: string, line?: number) => ({ path, code: "invalid", message: "Required.", line });

const response = (status: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers });

describe("instanceof", () => {
  let otherApi: typeof api;
  let otherBase: typeof base;
  beforeAll(async () => {
    vi.resetModules();
    otherApi = await import("./errors-api.ts");
    otherBase = await import("./errors.ts");
  });

  test("recognizes errors of another copy of the package by their class and its base classes", () => {
    const error = otherApi.apiError({ response: response(404) });
    expect(otherApi.NotFoundError).not.toBe(NotFoundError);
    expect([error instanceof NotFoundError, error instanceof ApiError, error instanceof AssayError]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("distinguishes the classes of another copy", () => {
    expect(otherApi.apiError({ response: response(409) })).not.toBeInstanceOf(NotFoundError);
    expect(otherApi.apiError({ response: response(418) })).not.toBeInstanceOf(NotFoundError);
    expect(new otherBase.ConnectionError()).not.toBeInstanceOf(TimeoutError);
    expect(new otherBase.TimeoutError()).toBeInstanceOf(ConnectionError);
  });

  test("supports subclasses of a caller", () => {
    class OurError extends NotFoundError {}
    const ours = new OurError({ response: response(404) });
    expect(ours).toBeInstanceOf(OurError);
    expect(ours).toBeInstanceOf(NotFoundError);
    expect(apiError({ response: response(404) })).not.toBeInstanceOf(OurError);
  });

  test.each([null, undefined, "NotFoundError", 404, {}, new Error("x"), { name: "NotFoundError" }])(
    "is false for %j",
    (value) => {
      expect(value instanceof NotFoundError).toBe(false);
      expect(value instanceof AssayError).toBe(false);
    },
  );
});

describe("apiError", () => {
  test.each([
    [400, "BadRequestError"],
    [401, "AuthenticationError"],
    [403, "PermissionDeniedError"],
    [404, "NotFoundError"],
    [405, "ApiError"],
    [409, "ConflictError"],
    [413, "PayloadTooLargeError"],
    [415, "UnsupportedMediaTypeError"],
    [422, "UnprocessableError"],
    [429, "RateLimitError"],
    [500, "InternalServerError"],
    [503, "InternalServerError"],
  ] as const)("status %d creates a %s", (status, name) => {
    const error = apiError({ response: response(status) });
    expect(error.name).toBe(name);
    expect(error).toBeInstanceOf(classes[name]);
    expect(error.status).toBe(status);
    expect(error.stack).toContain(`${name}: ${status}`);
  });

  test("has status, code, detail and request id in one line", () => {
    const problem = {
      code: "not_found",
      detail: "No evaluation has the id eval_1.",
      request_id: "req_7",
    } as const;
    const error = apiError({ response: response(404), problem });
    expect(error.message).toBe("404 not_found: No evaluation has the id eval_1. (request req_7)");
    expect(error).toMatchObject({
      code: "not_found",
      detail: problem.detail,
      requestId: "req_7",
      errors: [],
    });
  });

  test("adds the first three faulty paths, and the line of an imported file", () => {
    const problem = {
      detail: "Bad rows.",
      errors: [fault("/a", 3), fault("/b"), fault("/c"), fault("/d"), fault("/e")],
    };
    const error = apiError({ response: response(400), problem });
    expect(error.message).toBe("400: Bad rows. line 3 /a: Required.; /b: Required.; /c: Required.; 2 more");
    expect(error.errors).toHaveLength(5);
  });

  test("accepts a problem document of another server, whose errors are an object", () => {
    // ASP.NET's ValidationProblemDetails has this structure.
    const problem: object = { detail: "One or more errors.", errors: { name: ["Required."] } };
    expect(apiError({ response: response(400), problem }).errors).toEqual([]);
  });

  test("reads the request id from the header without a document", () => {
    const error = apiError({ response: response(502, { "x-request-id": "req_9" }), fallback: "Bad Gateway" });
    expect(error.message).toBe("502: Bad Gateway (request req_9)");
    expect(error.headers.get("x-request-id")).toBe("req_9");
  });
});
