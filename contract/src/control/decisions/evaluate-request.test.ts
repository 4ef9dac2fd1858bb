import { admitsAny } from "../../domain/policy/cost/cost-budget.ts";
import { describe, expect, it } from "vitest";
import type { PolicyReason } from "../../domain/policy/verdict.ts";
import { agentPolicies, type EffectivePolicy, type EffectiveSet } from "../cedar/policy-set.ts";
import { concludeVerdict, deniedBefore, policyReason } from "../cedar/policy-verdict.ts";
import {
  defaultLockedFacts,
  evaluateRequest,
  type EvaluationTools,
  seenRequest,
} from "./evaluate-request.ts";
import { askDecision } from "./evaluated-request.fixture.ts";

const policy: EffectivePolicy = {
  id: "p",
  version: 1,
  digest: "d",
  name: "P",
  text: "permit(principal, action, resource);",
  mode: "enforce",
  outcome: null,
  code: null,
};
const live = new Map<string, EffectivePolicy | null>([
  ["p", policy],
  ["draft", null],
]);
const policies = agentPolicies(["draft", "p"], live);
const snapshot = {
  agent: null,
  factSettings: { toolRisk: {}, defaultToolRisk: "low" as const, boundaries: {}, timeZone: "UTC" },
  policies,
  find: ({ type }: { type: string }) => ({
    properties: type === "tool" ? { ward: "stored" } : null,
    parents: [],
  }),
  actionGroups: {},
};
const request = { ...askDecision.call, facts: askDecision.facts };
const reason = (outcome: PolicyReason["outcome"]) => policyReason(policy, outcome);

describe("evaluateRequest", () => {
  const evaluate = (
    decide: EvaluationTools["decide"],
    failures: unknown[] = [],
    args = askDecision.call.args,
  ) =>
    evaluateRequest(
      { decide, isPublicAddress: () => true, reportFailure: (error) => failures.push(error) },
      { call: { ...askDecision.call, args }, snapshot, now: 0, keyAgent: null, admits: admitsAny },
      defaultLockedFacts,
    );

  it("merges the properties that calls share with the stored ones once", () => {
    const properties = { ward: "sent", bed: 1 };
    const resource = { ...askDecision.call.resource, properties };
    const stored = { ...askDecision.storedOf.resource, properties: { ward: "stored" } };
    const further = { storedOf: { ...askDecision.storedOf, resource: stored }, actionGroups: [] };
    const seen = [1, 2].map(() => seenRequest({ ...askDecision.call, resource: { ...resource } }, further));
    expect(seen[0]?.resource.properties).toEqual({ ward: "stored", bed: 1 });
    expect(seen[1]?.resource.properties).toBe(seen[0]?.resource.properties);
  });

  it("passes stored properties of entities to policies, and warns of policies that are not in force", () => {
    const { verdict, call } = evaluate((_set, { resource }) => ({
      ...askDecision.verdict,
      reasons: [policyReason(policy, "ask", JSON.stringify(resource.properties))],
    }));
    expect(verdict.reasons[0]?.message).toBe('{"ward":"stored"}');
    expect(verdict.warnings).toMatchObject([{ policyId: "draft", code: "policy_not_in_force" }]);
    expect(call.resource.properties).toBeUndefined();
  });

  it("denies a request whose evaluation fails, and reports the failure", () => {
    const failures: unknown[] = [];
    const error = new Error("The engine is gone.");
    const { verdict } = evaluate(() => {
      throw error;
    }, failures);
    expect([verdict.outcome, verdict.reasons[0]?.code, failures]).toEqual(["deny", "policy_error", [error]]);
  });

  it("reports a request that is too large to the engine", () => {
    let fault: string | null = null;
    evaluate(
      (_set, _request, _findings, tooLarge) => {
        fault = tooLarge;
        return askDecision.verdict;
      },
      [],
      { text: "x".repeat(100_000) },
    );
    expect(fault).toMatch(
      /^Arguments, context and properties have \d+ bytes; they must have at most 65536\.$/,
    );
  });
});

describe("a verdict", () => {
  it("is the strongest outcome, with its reasons", () => {
    const [allow, ask, deny] = [reason("allow"), reason("ask"), reason("deny")];
    expect(concludeVerdict(request, [allow], true)).toEqual({ outcome: "allow", reasons: [allow] });
    expect(concludeVerdict(request, [allow, ask], true)).toEqual({ outcome: "ask", reasons: [ask] });
    expect(concludeVerdict(request, [allow, ask, deny], true)).toEqual({
      outcome: "deny",
      reasons: [ask, deny],
    });
  });

  it("denies a request without a permit, also if a policy returns ask", () => {
    for (const reasons of [[], [reason("ask")]]) {
      const { outcome, reasons: concluded } = concludeVerdict(request, reasons, false);
      expect([outcome, concluded[0]?.code, concluded.length]).toEqual([
        "deny",
        "no_matching_permit",
        1 + reasons.length,
      ]);
    }
  });

  it("denies a set with an unknown policy, and one with too much text", () => {
    const reasons = (set: EffectiveSet, fault: string | null = null) =>
      deniedBefore({ set, request, findings: { egress: [], secrets: [] } }, fault)?.reasons;
    expect(reasons(policies.set)).toBeUndefined();
    expect(reasons(agentPolicies(["gone"], live).set)?.[0]).toMatchObject({
      policyId: "gone",
      code: "policy_unresolved",
    });
    const long = new Map([["p", { ...policy, text: "x".repeat(1_000_000) }]]);
    expect(reasons(agentPolicies(["p"], long).set)?.[0]?.code).toBe("policy_too_large");
    expect(reasons(policies.set, "Too large.")?.[0]?.message).toBe("Too large.");
  });
});
