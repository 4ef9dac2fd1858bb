import { expect, test } from "vitest";
import { authorizeBody } from "../../control/decisions/authorize-input.ts";
import { routeOfOperation } from "../../openapi/match-route.ts";
import { limits } from "../limits.ts";
import { excessOf, maxBodyBytes } from "./body-limits.ts";

const call = { bodyLimits: "call" } as const;
const batch = { bodyLimits: "batch" } as const;
const bulk = { bodyLimits: "bulk" } as const;
const ones = (count: number): string => `[${"1,".repeat(count - 1)}1]`;
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(",")}}`;

test.each([
  ["authorize", 1_048_576],
  ["settleDecision", 1_048_576],
  ["withdrawApproval", 1_048_576],
  ["authzenEvaluation", 1_048_576],
  ["authzenSearchAction", 1_048_576],
  ["createPolicy", 1_048_576],
  ["validatePolicy", 1_048_576],
  ["createEvent", 1_048_576],
  ["authorizeBatch", 10_485_760],
  ["authzenEvaluations", 10_485_760],
  ["createSamples", 10_485_760],
])("the body of %s has at most %d bytes", (operation, bytes) => {
  expect(maxBodyBytes(routeOfOperation(operation).metadata)).toBe(bytes);
});

test("a body may have exactly the limit of values and members, and not one more", () => {
  expect(excessOf(ones(199_999), call)).toBeUndefined();
  expect(excessOf(ones(200_000), call)?.message).toBe(
    "The body has too many JSON values; it must have at most 200000.",
  );
  expect(excessOf(members(20_000), call)).toBeUndefined();
  expect(excessOf(members(20_001), call)).toMatchObject({
    status: 413,
    code: "payload_too_large",
    message: "The body has too many object members; it must have at most 20000.",
  });
  expect(excessOf(members(40_000), batch)).toBeUndefined();
  expect(excessOf(members(40_001), batch)?.message).toMatch(/at most 40000\.$/);
});

test("a body of any other route may have exactly its limit of values and members, and not one more", () => {
  expect(excessOf(ones(199_999), {})).toBeUndefined();
  expect(excessOf(ones(200_000), {})?.message).toMatch(/JSON values; it must have at most 200000\.$/);
  expect(excessOf(members(60_000), {})).toBeUndefined();
  expect(excessOf(members(60_001), {})?.message).toMatch(/object members; it must have at most 60000\.$/);
});

test("a body of samples or entities may have many members, but not many different ones", () => {
  expect(excessOf(ones(1_099_999), bulk)).toBeUndefined();
  expect(excessOf(ones(1_100_000), bulk)?.message).toMatch(/JSON values; it must have at most 1100000\.$/);
  const alike = (count: number): string => `[${'{"a":1,"b":2},'.repeat(count / 2)}1]`;
  expect(excessOf(alike(700_000), bulk)).toBeUndefined();
  expect(excessOf(alike(700_002), bulk)?.message).toMatch(/object members; it must have at most 700000\.$/);
  expect(excessOf(members(60_000), bulk)).toBeUndefined();
  expect(excessOf(members(60_001), bulk)).toMatchObject({
    status: 413,
    code: "payload_too_large",
    message: "The body has too many different object members; it must have at most 60000.",
  });
});

test("arguments of the maximum size never have too many values or members", () => {
  const list = ones(32_766);
  const names = members(8_000);
  for (const args of [`{"q":${list}}`, names]) {
    const body = `{"agentId":"bot","tool":"fetch","args":${args}}`;
    expect(args.length).toBeGreaterThan(limits.policyInputBytes * 0.9);
    expect(excessOf(body, call)).toBeUndefined();
    expect(authorizeBody.safeParse(JSON.parse(body)).success).toBe(true);
  }
});
