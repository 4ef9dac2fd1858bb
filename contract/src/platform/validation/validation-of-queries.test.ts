import { describe, expect, test } from "vitest";
import * as z from "zod";
import { contract } from "../../openapi/apis.ts";
import { messagesOf } from "./validation.fixture.ts";
import { readQuery } from "./validation.ts";

const read = (text: string) => ({ ...readQuery(new URLSearchParams(text)) });

describe("a fault of a query, a path or a header", () => {
  test("has its name as path, and shows numbers as numbers", () => {
    const query = readQuery(
      new URLSearchParams("limit=101&flagged=yes&score_below=abc&after=&foo=1&__proto__=1"),
    );
    const accepted = "accepted: evaluator, status, score_below, flagged, order, limit, after.";
    expect(messagesOf(contract.evaluations.results.query, query, "query")).toEqual([
      'query/score_below invalid_type: score_below is "abc"; it must be a number.',
      'query/flagged invalid_type: flagged is "yes"; it must be true or false.',
      "query/limit too_big: limit is 101; it must be at most 100.",
      'query/after too_small: after is ""; it must have at least 1 character.',
      `query/foo unknown_field: foo is not a parameter that this query accepts; ${accepted}`,
      `query/__proto__ unknown_field: __proto__ is not a parameter that this query accepts; ${accepted}`,
    ]);
    expect(messagesOf(contract.evaluations.list.query, { status: "done", limit: "1.5" }, "query")).toEqual([
      'query/status invalid_value: status is "done"; it must be one of pending, running, completed, failed, cancelled.',
      "query/limit invalid_type: limit is 1.5; it must be an integer.",
    ]);
    expect(messagesOf(z.object({ id: z.string().max(2) }), { id: "abc" }, "path")[0]).toMatch(
      /^path\/id too_big: id is "abc"/,
    );
    const headers = z.object({ "idempotency-key": z.string().max(2) });
    expect(messagesOf(headers, { "idempotency-key": "123" }, "header")).toEqual([
      "header/idempotency-key too_big: idempotency-key is 123; it must have at most 2 characters.",
    ]);
  });
});

describe("a fault of a repeatable parameter", () => {
  test("quotes the value, whether it occurs once or is repeated", () => {
    const { query } = contract.reviewers.list;
    const expected = "it must be one of MD, DO, NP, RN.";
    expect(messagesOf(query, { credentials: "MB" }, "query")).toEqual([
      `query/credentials/0 invalid_value: credentials[0] is "MB"; ${expected}`,
    ]);
    expect(messagesOf(query, { credentials: ["MD", "MB"] }, "query")).toEqual([
      `query/credentials/1 invalid_value: credentials[1] is "MB"; ${expected}`,
    ]);
  });
});

describe("a query string", () => {
  test("is parsed to strings, and to arrays for repeated names and names with []", () => {
    expect(read("limit=5&flags=a&flags=b&tags[]=x&mix=1&mix[]=2&empty=&plus=a+b")).toEqual({
      limit: "5",
      flags: ["a", "b"],
      tags: ["x"],
      mix: ["1", "2"],
      empty: "",
      plus: "a b",
    });
    expect(read("[]=1&")).toEqual({ "[]": "1" });
  });

  test("contains no names with a special meaning", () => {
    const query = readQuery(new URLSearchParams("__proto__=1&__proto__=2&constructor=3&toString[]=4"));
    expect(Object.keys(query)).toEqual(["__proto__", "constructor", "toString"]);
    expect(query["__proto__"]).toEqual(["1", "2"]);
    expect(query["valueOf"]).toBeUndefined();
  });
});
