import { contract, routesOf } from "@assay/contract/openapi/apis";
import { describe, expect, test } from "vitest";
import { readOptions } from "../options.ts";
import { prepareRequest, requestUrl } from "./transport-request.ts";

const base = "https://assay.test/eu";

describe("requestUrl", () => {
  test.each([
    ["eval_1", "eval_1"],
    ["../evaluations/eval_1", "..%2Fevaluations%2Feval_1"],
    ["a/b", "a%2Fb"],
    ["a\\b", "a%5Cb"],
    ["%2e%2e", "%252e%252e"],
    ["x?y#z", "x%3Fy%23z"],
    ["team:triage@1", "team%3Atriage%401"],
    ["...", "..."],
    ["ä 𝕏", "%C3%A4%20%F0%9D%95%8F"],
  ])("keeps %j inside its own segment of the path", (id, encoded) => {
    const url = requestUrl(base, "/v1/evaluations/:id/cancel", { params: { id } });
    expect(url).toBe(`${base}/v1/evaluations/${encoded}/cancel`);
    // Parse the path again, as the server's router does.
    expect(new URL(url).pathname).toBe(`/eu/v1/evaluations/${encoded}/cancel`);
  });

  test.each(["", ".", ".."])("refuses %j, which would reach another route", (id) => {
    expect(() => requestUrl(base, "/v1/projects/:id", { params: { id } })).toThrow(new TypeError("id"));
  });

  test("refuses a missing parameter", () => {
    expect(() => requestUrl(base, "/v1/projects/:id", {})).toThrow(new TypeError("id"));
  });

  test("sends an array as a repeated key and omits missing values", () => {
    const query = {
      flags: ["a b", "c&d"],
      limit: 20,
      has_override: false,
      after: undefined,
      task: null,
      empty: [],
    };
    expect(requestUrl(base, "/v1/reviews", { query })).toBe(
      `${base}/v1/reviews?flags=a+b&flags=c%26d&limit=20&has_override=false`,
    );
  });

  test("has no question mark without a query", () => {
    expect(requestUrl(base, "/v1/reviews", { query: {} })).toBe(`${base}/v1/reviews`);
  });
});

describe("prepareRequest", () => {
  const settings = readOptions({ baseUrl: base, apiKey: "assay_live_k" });

  test("accepts an address with trailing slashes", () => {
    const { url } = prepareRequest({ ...settings, baseUrl: `${base}//` }, ["GET", "/v1/x"], [{}, {}]);
    expect(url).toBe(`${base}/v1/x`);
  });

  test("sends an upload with its content type", () => {
    const upload = { content: "a,b\n", contentType: "text/csv" };
    const { headers, content } = prepareRequest(settings, ["POST", "/v1/x"], [{ upload }, {}]);
    expect([headers.get("content-type"), content]).toEqual(["text/csv", "a,b\n"]);
  });

  test("sends routes of the control plane to its address", () => {
    const planes = { ...settings, baseUrl: "http://e.test", controlPlaneUrl: "http://c.test" };
    const hostOf = (path: string): string =>
      new URL(prepareRequest(planes, ["GET", path], [{}, {}]).url).host;
    for (const { path } of routesOf(contract))
      expect([path, hostOf(path.replaceAll(":", "x"))]).toEqual([
        path,
        /^(\/api\/|\/access\/|\/\.well-known\/)/.test(path) ? "c.test" : "e.test",
      ]);
  });
});
