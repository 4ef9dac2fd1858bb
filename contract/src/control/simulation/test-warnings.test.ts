import { expect, test } from "vitest";
import { loadCedar } from "../cedar/engine/load-cedar.fixture.ts";
import { PolicyEngine } from "../cedar/engine/policy-engine.ts";
import { allWarnings, testWarnings } from "./test-warnings.ts";
import { findingOfText } from "../policies/policy-finding.ts";

const clocks = { wall: () => 0, cpu: () => 0 };
const engine = new PolicyEngine({ load: loadCedar, clocks });
const text = "forbid (principal, action, resource);";
const denies = { name: "denies", expect: "deny" as const };
const run = <T>(one: () => T): T => one();

test("a policy without test cases, or whose cases pass, has no warning", async () => {
  expect(await testWarnings(engine, { id: "p", text, tests: [] }, run)).toEqual([]);
  expect(await testWarnings(undefined, { id: "p", text, tests: [] }, run)).toEqual([]);
  expect(await testWarnings(engine, { id: "p", text, tests: [denies] }, run)).toEqual([]);
});

test("cases that were not run do not count as passed", async () => {
  expect(await testWarnings(undefined, { id: "p", text, tests: [denies] }, run)).toMatchObject([
    { code: "tests_not_run", message: "the test cases were not run: the policy engine is not loaded" },
  ]);
  // One `like` costs 60,001 × 101 steps, so 20 cases exceed the 100,000,000 steps of a request.
  const like = `forbid (principal, action, resource) when { context.args has a && context.args.a like "*${"b".repeat(100)}*" };`;
  const costly = Array.from({ length: 20 }, (_item, index) => ({
    name: `case ${index}`,
    request: { args: { a: "a".repeat(60_000) } },
    expect: "none" as const,
  }));
  expect(await testWarnings(engine, { id: "p", text: like, tests: costly }, run)).toMatchObject([
    { code: "tests_not_run", message: "the test cases were not run: they cost too much together" },
  ]);
});

test("a text with another outcome is evaluated again", async () => {
  const policy = { id: "p", text, tests: [denies] };
  expect(await testWarnings(engine, { ...policy, outcome: "ask" }, run)).toMatchObject([
    { code: "test_failed", message: 'the test case "denies" expects deny, but the outcome is ask' },
  ]);
  expect(await testWarnings(engine, policy, run)).toEqual([]);
});

test("warnings about test cases come first, and there are at most 100 warnings", () => {
  const [first, other] = [findingOfText("test_failed", "a"), findingOfText("policy_text", "b")];
  const all = allWarnings(
    [first],
    Array.from({ length: 200 }, () => other),
  );
  expect(all).toHaveLength(100);
  expect(all[0]).toBe(first);
});
