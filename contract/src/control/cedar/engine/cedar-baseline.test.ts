import { loadCedar } from "./load-cedar.fixture.ts";
import { baselinePolicies } from "../../../domain/policy/baseline/baseline.ts";
import { explainBaseline } from "../../../domain/policy/baseline/explain-baseline.ts";
import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import { policyOutcomes } from "../../../domain/policy/policy-outcomes.ts";
import { describe, expect, test } from "vitest";
import { baselineSet, effectiveBaselinePolicies } from "../policy-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { stoppedClocks } from "./policy-engine.fixture.ts";
import { admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { requestOfCase, runPolicyCase } from "./run-policy-case.ts";

// The clocks stand still, so results do not depend on the speed of the machine.
const engine = new PolicyEngine({ load: loadCedar, clocks: stoppedClocks });

describe.each(baselinePolicies)("$id", ({ id, code, outcome, tests }) => {
  const policy = effectiveBaselinePolicies.find((one) => one.id === id);

  test.each(tests)("$name", (policyCase) => {
    expect(policy).toBeDefined();
    if (policy)
      expect(runPolicyCase(engine, { policy, policyCase }, admitsAny)).toMatchObject({ passed: true });
  });

  test("has test cases for each possible outcome and for no outcome", () => {
    const expected = new Set(tests.map((one) => one.expect));
    const possible = id === "latch-1" ? ["deny", "allow", "none"] : [outcome, "none"];
    expect([...expected].sort()).toEqual([...possible].sort());
  });

  test("returns its own code if the whole baseline decides", () => {
    for (const policyCase of tests) {
      if (policyCase.expect === "none" || policyCase.expect === "allow") continue;
      const { reasons, outcome: decided } = engine.decide(
        baselineSet,
        requestOfCase(policyCase),
        nothingFound,
      );
      expect(policyOutcomes.indexOf(decided)).toBeLessThanOrEqual(policyOutcomes.indexOf(outcome));
      expect(reasons).toContainEqual(expect.objectContaining({ policyId: id, code, outcome, version: 1 }));
    }
  });
});

describe("the baseline", () => {
  test("allows a harmless call of a declared tool by latch-1", () => {
    expect(engine.decide(baselineSet, requestOfCase({ name: "", expect: "allow" }), nothingFound)).toEqual({
      outcome: "allow",
      reasons: [
        {
          policyId: "latch-1",
          version: 1,
          outcome: "allow",
          code: "permitted",
          message: "The tool is one of those that the agent declares.",
        },
      ],
      shadow: [],
      warnings: [],
      obligations: [],
      transform: null,
    });
  });

  test("names every policy that does not allow a call", () => {
    const facts = { ...harmlessFacts, agentActive: false, toolDeclared: false, riskRank: 2, secretsFound: 1 };
    const { outcome, reasons } = engine.decide(
      baselineSet,
      requestOfCase({ name: "", request: { facts }, expect: "deny" }),
      nothingFound,
    );
    expect(outcome).toBe("deny");
    expect(reasons.map(({ policyId, outcome: own }) => [policyId, own])).toEqual([
      ["latch-0", "deny"],
      ["latch-1", "deny"],
      ["latch-3", "deny"],
      ["latch-4", "ask"],
    ]);
  });

  test("denies actions other than tool calls without another permit", () => {
    const members = { action: { name: "read" }, resource: { type: "document", id: "chart-7" } };
    const verdict = engine.decide(
      baselineSet,
      requestOfCase({ name: "", request: members, expect: "none" }),
      nothingFound,
    );
    expect(verdict).toMatchObject({
      outcome: "deny",
      reasons: [{ policyId: null, code: "no_matching_permit" }],
    });
    expect(verdict.reasons[0]?.message).toBe(
      'No policy permits "agent" "test-agent" the action "read" on "document" "chart-7".',
    );
  });

  test("reports the position of a secret and never its value", () => {
    const secrets = [{ type: "github_token", path: "/headers/auth" }];
    const request = requestOfCase({ name: "", request: { facts: { secretsFound: 1 } }, expect: "deny" });
    expect(engine.decide(baselineSet, request, { egress: [], secrets }).reasons[0]?.message).toBe(
      'The request contains secret material: github_token at "/headers/auth".',
    );
    expect(explainBaseline("latch-3", request, { egress: [], secrets: [] })).toBeUndefined();
  });
});
