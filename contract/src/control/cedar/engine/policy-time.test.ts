import { expect, test } from "vitest";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { timeFactsOf } from "../../../domain/policy/time-facts.ts";
import { policySet } from "../policy-set.ts";
import { TextChecker } from "../text/text-checker.ts";
import { loadCedar } from "./load-cedar.fixture.ts";
import { decide, engine, policy, request, stoppedClocks } from "./policy-engine.fixture.ts";
import { nothingFound, PolicyEngine } from "./policy-engine.ts";
import { admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { runPolicyCase } from "./run-policy-case.ts";

const at = (instant: string, zone = "Europe/Berlin") => ({
  facts: { ...harmlessFacts, now: timeFactsOf(Date.parse(instant), zone) },
});
const when = (condition: string): string =>
  `permit (principal is agent, action, resource) when { ${condition} };`;
const officeHours = when(
  "context.facts.now.hour >= 9 && context.facts.now.hour < 17 && context.facts.now.dayOfWeek <= 5",
);

test.each([
  // Summer time begins on 29 March 2026, a Sunday; Monday starts in summer time.
  ["2026-03-27T07:59:59Z", "deny"],
  ["2026-03-27T08:00:00Z", "allow"],
  ["2026-03-29T08:00:00Z", "deny"],
  ["2026-03-30T06:59:59Z", "deny"],
  ["2026-03-30T07:00:00Z", "allow"],
  ["2026-03-30T15:00:00Z", "deny"],
])("a policy decides by the local hour and day: %s", (instant, outcome) => {
  expect(decide([policy(officeHours)], at(instant)).outcome).toBe(outcome);
});

test.each([
  'context.facts.now.instant < datetime("2026-03-02T08:30:00Z")',
  'context.facts.now.instant.offset(duration("1m")) >= datetime("2026-03-02T08:30:59.999Z")',
  'context.facts.now.instant.toDate() == datetime("2026-03-02")',
  "context.facts.now.epochMs == 1772440199999 && context.facts.now.minute == 29",
  'context.facts.now.date == "2026-03-02" && context.facts.now.zone == "Europe/Berlin"',
  'context.facts.now == context["facts"]["now"]',
])("a policy reads each member of the time: %s", (condition) => {
  const { errors, validated } = new TextChecker(loadCedar).check(when(condition));
  expect([errors, validated]).toEqual([[], "strict"]);
  expect(decide([policy(when(condition))], at("2026-03-02T08:29:59.999Z")).outcome).toBe("allow");
});

test("a policy that uses all facts as a record receives the time", () => {
  const text = 'permit (principal, action, resource) when { context["facts"] == context.facts };';
  expect(decide([policy(text)], at("2026-03-02T08:30:00Z")).outcome).toBe("allow");
});

test("strict checks find a misspelled member of the time", () => {
  const [error] = new TextChecker(loadCedar).check(when("context.facts.now.hours > 1")).errors;
  expect(error?.message).toContain("hour");
});

test("an outcome is cached only if the policies do not read the time", () => {
  let calls = 0;
  const load = () => {
    const cedar = loadCedar();
    const statefulIsAuthorized: typeof cedar.statefulIsAuthorized = (call) => {
      calls += 1;
      return cedar.statefulIsAuthorized(call);
    };
    return { ...cedar, statefulIsAuthorized };
  };
  const counted = new PolicyEngine({ load, clocks: stoppedClocks });
  const callsOf = (text: string): number => {
    const set = policySet([policy(text)], { baseline: false });
    calls = 0;
    for (const _round of [1, 2, 3]) counted.decide(set, request(at("2026-03-02T08:30:00Z")), nothingFound);
    return calls;
  };
  expect(callsOf(when('context.facts.risk == "low"'))).toBe(1);
  expect(callsOf(officeHours)).toBe(3);
  expect(callsOf("permit (principal, action, resource) when { context.facts == context.facts };")).toBe(3);
});

test("a test case sets the time, and has 2026-01-01T12:00:00Z by default", () => {
  const run = (condition: string, now?: object) => {
    const facts = now && { request: { facts: { now } } };
    const policyCase = { name: "case", expect: "allow" as const, ...facts };
    return runPolicyCase(engine, { policy: policy(when(condition)), policyCase }, admitsAny).passed;
  };
  expect(run('context.facts.now.instant == datetime("2026-01-01T12:00:00Z")')).toBe(true);
  expect(run("context.facts.now.hour == 12 && context.facts.now.dayOfWeek == 4")).toBe(true);
  expect(run("context.facts.now.hour == 2", { instant: "2026-07-01T00:00:00Z", zone: "Europe/Berlin" })).toBe(
    true,
  );
  expect(run("context.facts.now.hour == 3", { hour: 3 })).toBe(true);
});
