import { exampleDecisionPayload } from "../../evidence/records/example-record.ts";
import { policyDecisionData } from "../decisions/policy-decision-data.ts";
import { PolicyEngine } from "../cedar/engine/policy-engine.ts";
import { draftPolicy } from "../policies/policy-trials.ts";
import { baselineSet } from "../cedar/policy-set.ts";
import { timeFactsOf } from "../../domain/policy/time-facts.ts";
import { unknownNode } from "../hierarchy/entity-nodes.ts";
import { CostBudget } from "../../domain/policy/cost/cost-budget.ts";
import { maxSimulationCost } from "../../domain/policy/policy-cost.ts";
import { expect, test } from "vitest";
import { loadCedar } from "../cedar/engine/load-cedar.fixture.ts";
import { replayDecision } from "./replay-decision.ts";

const engine = new PolicyEngine({ load: loadCedar, clocks: { wall: () => 0, cpu: () => 0 } });
const draft = draftPolicy(
  {
    policyId: undefined,
    text: "forbid (principal, action, resource) when { context.facts.now.hour < 9 };",
    outcome: undefined,
    code: undefined,
    agentId: undefined,
    last: undefined,
  },
  undefined,
  () => ({
    errors: [],
    warnings: [],
    names: [],
    statements: [{ effect: "forbid", transforms: false, readsApproved: false }],
    validated: "strict",
  }),
);
const replay = (further: object) => {
  const allowed = { ...exampleDecisionPayload, outcome: "allow", redacted: [], ...further };
  const data = policyDecisionData.parse(allowed);
  const budget = new CostBudget(maxSimulationCost);
  return replayDecision(engine, data, {
    policies: baselineSet.policies,
    draft,
    find: () => unknownNode,
    budget,
  });
};
const { facts } = exampleDecisionPayload;

test("a simulation uses the recorded moment in the recorded time zone", () => {
  const eight = Date.parse("2026-03-02T08:30:00Z");
  const outcomeIn = (zone: string) =>
    replay({ facts: { ...facts, now: timeFactsOf(eight, zone) }, evaluatedAt: eight });
  expect(outcomeIn("UTC")).toMatchObject({ from: "allow", to: "deny" });
  expect(outcomeIn("Europe/Berlin")).toMatchObject({ from: "allow", to: "allow" });
});

test("a simulation of a decision without recorded time uses the moment of its evaluation in UTC", () => {
  const { now: _now, ...earlier } = facts;
  const at = (instant: string) => replay({ facts: earlier, evaluatedAt: Date.parse(instant) });
  expect(at("2026-03-02T08:59:59Z")).toMatchObject({ to: "deny" });
  expect(at("2026-03-02T09:00:00Z")).toMatchObject({ to: "allow" });
});

test("a simulation does not recompute a decision with a redacted name", () => {
  const redacted = [{ type: "github_token", path: "/resource/id" }];
  expect(replay({ redacted })).toMatchObject({ code: "redacted" });
});
