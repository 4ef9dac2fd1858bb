import { loadCedar } from "./load-cedar.fixture.ts";
import { decideBaseline } from "../../../domain/policy/baseline/decide-baseline.ts";
import { harmlessFacts, riskLevels } from "../../../domain/policy/policy-facts.ts";
import { type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { baselineSet } from "../policy-set.ts";
import { processClocks } from "./policy-engine.fixture.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";

const engine = new PolicyEngine({ load: loadCedar, clocks: processClocks });
engine.warm();

const request: fc.Arbitrary<PolicyRequest> = fc
  .record({
    agentActive: fc.boolean(),
    agentKnown: fc.boolean(),
    toolDeclared: fc.boolean(),
    egressInside: fc.boolean(),
    secretsFound: fc.nat({ max: 2 }),
    riskRank: fc.nat({ max: 2 }),
    approved: fc.boolean(),
    rateExceeded: fc.boolean(),
    budgetExceeded: fc.boolean(),
    action: fc.constantFrom("tools/call", "read"),
    type: fc.constantFrom("tool", "record"),
  })
  .map(({ action, type, ...facts }) => ({
    subject: { type: "agent", id: "bot" },
    action: { name: action },
    resource: { type, id: "chart.read" },
    args: {},
    context: {},
    facts: { ...harmlessFacts, ...facts, risk: riskLevels[facts.riskRank] ?? "low" },
  }));

test("the baseline rules of the mock decide as the engine does", () => {
  fc.assert(
    fc.property(request, (generated) => {
      const { outcome, reasons } = engine.decide(baselineSet, generated, nothingFound);
      const plain = decideBaseline(generated, { egress: [], secrets: [] });
      // If no policy permits, the engine adds a reason of its own, which names no policy.
      const named = reasons.filter(({ policyId }) => policyId !== null);
      expect(plain).toEqual(outcome === "deny" && named.length === 0 ? [] : named);
    }),
    { numRuns: 500 },
  );
});
