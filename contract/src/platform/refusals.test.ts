import { describe, expect, test } from "vitest";
import { problem } from "./problem.ts";
import * as evaluationRefusals from "../evaluation/evaluations/evaluation-refusals.ts";
import * as sampleRefusals from "../evaluation/samples/sample-refusals.ts";
import * as platformRefusals from "./refusals.ts";

const refusals = { ...platformRefusals, ...evaluationRefusals, ...sampleRefusals };

const fault = (path: string, line?: number) => ({
  path,
  code: "custom",
  message: "It is odd.",
  ...(line && { line }),
});

const all = {
  notFound: refusals.notFound("dataset", "ds_1"),
  referenceNotFound: refusals.referenceNotFound("project", "proj_1", "/project"),
  unauthenticated: refusals.unauthenticated("missing"),
  insufficientScope: refusals.insufficientScope("datasets:write"),
  scopeNotHeld: refusals.scopeNotHeld("keys:admin", "/scopes/0"),
  projectRestricted: refusals.projectRestricted(),
  unknownPath: refusals.unknownPath("GET", "/v1/foo"),
  methodNotAllowed: refusals.methodNotAllowed("PUT", ["GET", "POST"]),
  unsupportedMediaType: refusals.unsupportedMediaType("text/csv", [
    "application/json",
    "application/x-ndjson",
  ]),
  payloadTooLarge: refusals.payloadTooLarge(10_485_760),
  malformedJson: refusals.malformedJson(
    "Not valid JSON at line 1, column 1: the text ends where a value was expected.",
  ),
  rateLimited: refusals.rateLimited(60, 2.1, "key"),
  unavailable: refusals.unavailable(1),
  idempotencyConflict: refusals.idempotencyConflict("k"),
  idempotencyInFlight: refusals.idempotencyInFlight("k"),
  modelConflict: refusals.modelConflict("m", "1"),
  datasetInUse: refusals.datasetInUse("ds_1", 1),
  datasetArchived: refusals.datasetArchived("ds_1"),
  noSamples: refusals.noSamples(),
  evaluationFinished: refusals.evaluationFinished("eval_1", "completed"),
  evaluatorFaults: refusals.evaluatorFaults([fault("/evaluators/1/name")]),
  asOfInFuture: refusals.asOfInFuture("2999-01-01T00:00:00Z"),
  apiKeyNotRotatable: refusals.apiKeyNotRotatable("key_1", "revoked"),
  importRefused: refusals.importRefused(2, 64, [fault("/id", 3), fault("/id", 9)]),
  importConflict: refusals.importConflict([fault("/external_id", 3)]),
};

describe("refusals", () => {
  test("have the status and code of the contract", () => {
    expect(
      Object.fromEntries(Object.entries(all).map(([name, { status, code }]) => [name, `${status} ${code}`])),
    ).toEqual({
      notFound: "404 not_found",
      referenceNotFound: "422 reference_not_found",
      unauthenticated: "401 unauthenticated",
      insufficientScope: "403 insufficient_scope",
      scopeNotHeld: "403 insufficient_scope",
      projectRestricted: "403 insufficient_scope",
      unknownPath: "404 not_found",
      methodNotAllowed: "405 method_not_allowed",
      unsupportedMediaType: "415 unsupported_media_type",
      payloadTooLarge: "413 payload_too_large",
      malformedJson: "400 malformed_json",
      rateLimited: "429 rate_limited",
      unavailable: "503 unavailable",
      idempotencyConflict: "409 idempotency_conflict",
      idempotencyInFlight: "409 conflict",
      modelConflict: "409 conflict",
      datasetInUse: "409 conflict",
      datasetArchived: "409 invalid_state",
      noSamples: "422 no_samples",
      evaluationFinished: "409 invalid_state",
      evaluatorFaults: "400 validation_failed",
      asOfInFuture: "400 validation_failed",
      apiKeyNotRotatable: "409 invalid_state",
      importRefused: "400 validation_failed",
      importConflict: "409 conflict",
    });
  });

  test.each(Object.entries(all))("are valid problem documents: %s", (_, refusal) => {
    expect(problem.safeParse(refusal.toProblem("req_1")).error).toBeUndefined();
    expect(refusal.message).toMatch(/^\S.*\.$/);
  });

  test("cut quoted values, so that no input makes a problem document invalid", () => {
    const long = "x".repeat(100_000);
    for (const refusal of [
      refusals.notFound("model", long),
      refusals.referenceNotFound("project", long, `/${"p".repeat(1990)}`),
      refusals.unknownPath("GET", `/${long}`),
      refusals.unsupportedMediaType(long, ["application/json"]),
      refusals.idempotencyConflict(long),
      refusals.modelConflict(long, long),
    ]) {
      expect(problem.safeParse(refusal.toProblem("req_1")).error).toBeUndefined();
    }
  });

  test("of an unknown id quote the id and name the request that lists the known ids", () => {
    expect(all.notFound.message).toBe(
      'Dataset "ds_1" not found, or not accessible with this API key. List datasets with GET /v1/datasets.',
    );
    expect(refusals.notFound("request", "x").message).toBe(
      'Request "x" not found, or not accessible with this API key.',
    );
    expect(all.referenceNotFound.message).toBe(
      '/project: Project "proj_1" not found, or not accessible with this API key. Create projects with POST /v1/projects.',
    );
    expect(all.referenceNotFound.errors[0]?.path).toBe("/project");
    expect(refusals.outputsSampleUnknown("/outputs/0/sample", "smp_1")).toMatchObject({
      path: "/outputs/0/sample",
      code: "reference_not_found",
      message: expect.stringContaining('Sample "smp_1" not found'),
    });
  });

  test("of an API key are the same for an unknown, an expired and a revoked key", () => {
    const [unknown, expired, revoked] = (["unknown", "expired", "revoked"] as const).map(
      refusals.unauthenticated,
    );
    expect(revoked?.toProblem("req_1")).toEqual(unknown?.toProblem("req_1"));
    expect(expired?.toProblem("req_1")).toEqual(unknown?.toProblem("req_1"));
    for (const reason of ["missing", "malformed", "unknown"] as const) {
      expect(refusals.unauthenticated(reason).headers).toEqual({
        "WWW-Authenticate": 'Bearer realm="assay"',
      });
    }
    expect(all.unauthenticated.message).toContain("Authorization: Bearer assay_live_");
  });

  test("of temporary faults state when to retry, in whole seconds of at least 1", () => {
    expect(all.rateLimited.headers).toEqual({ "Retry-After": "3" });
    expect(all.rateLimited.message).toBe(
      "Rate limit exceeded: 60 requests per minute for the API key. Retry after 3 seconds.",
    );
    expect(refusals.unavailable(0).headers).toEqual({ "Retry-After": "1" });
    expect(all.unavailable.message).toContain("Retry after 1 second.");
    expect(all.idempotencyInFlight.headers).toEqual({ "Retry-After": "1" });
  });

  test("of a path, a method or a content type name the next step", () => {
    expect(all.methodNotAllowed.headers).toEqual({ Allow: "GET, POST" });
    expect(all.methodNotAllowed.message).toBe("Method PUT is not supported. Use GET or POST.");
    expect(all.unsupportedMediaType.message).toBe(
      'Content type "text/csv" is not supported. Use application/json or application/x-ndjson.',
    );
    expect(refusals.unsupportedMediaType(undefined, ["application/json"]).message).toBe(
      "Content type is required: use application/json.",
    );
    expect(all.unknownPath.message).toBe(
      'No route for GET "/v1/foo". See the OpenAPI document at /openapi/evaluation.json.',
    );
    expect(refusals.unknownPath("GET", "/api/foo").message).toContain("/openapi/control-plane.json");
  });

  test("of a JSON text contain the path of the fault", () => {
    const unstorable = refusals.jsonRefused({ code: "validation_failed", path: "/a", message: "a is odd." });
    expect(unstorable.errors).toEqual([{ path: "/a", code: "not_storable", message: "a is odd." }]);
    expect(unstorable.message).toBe("/a: a is odd.");
    const malformed = refusals.jsonRefused({ code: "malformed_json", path: "", message: "Not valid JSON." });
    expect([malformed.code, malformed.errors]).toEqual(["malformed_json", []]);
  });

  test("of an import state the number of invalid rows and the first fault with its line", () => {
    expect(all.importRefused.message).toBe(
      "2 of 64 rows cannot be imported; nothing was written. First error: line 3: /id: It is odd.",
    );
    expect(all.importRefused.errors).toHaveLength(2);
    expect(all.importConflict.message).toBe(
      "1 sample cannot be added; nothing was written. First error: line 3: /external_id: It is odd.",
    );
    expect(refusals.importConflict(Array.from({ length: 300 }, () => fault("/id", 1))).errors).toHaveLength(
      100,
    );
  });

  test("of a repeated external id quote the id and name the position of its first occurrence", () => {
    expect(refusals.externalIdTaken("a", { path: "/external_id", line: 4 })).toMatchObject({
      path: "/external_id",
      line: 4,
      code: "conflict",
      message: expect.stringMatching(/^external_id is "a", which already exists in the dataset/),
    });
    expect(refusals.externalIdRepeated("a", 2, { path: "/id", line: 4 }).message).toBe(
      'external_id is "a", which line 2 already contains; it must be unique in the request.',
    );
    expect(
      refusals.externalIdRepeated("a", "/samples/0/external_id", { path: "/samples/1/external_id" }).message,
    ).toBe(
      'external_id is "a", which /samples/0/external_id already contains; it must be unique in the request.',
    );
  });
});
