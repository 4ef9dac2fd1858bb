import { loadCedar } from "./load-cedar.fixture.ts";
import { type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { type EffectivePolicy, policySet } from "../policy-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { requestOfCase } from "./run-policy-case.ts";

/** Clocks that stand still, so results do not depend on the speed of the machine. */
export const stoppedClocks = { wall: () => 0, cpu: () => 0 };

/** Clocks that measure the time of the process. */
export const processClocks = {
  wall: () => performance.now(),
  cpu: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};

/** The engine of a test file. */
export const engine = new PolicyEngine({ load: loadCedar, clocks: stoppedClocks });

let policyCount = 0;

/** A policy in force. */
export function policy(text: string, further: Partial<EffectivePolicy> = {}): EffectivePolicy {
  policyCount += 1;
  return {
    id: `p${policyCount}`,
    version: 3,
    digest: `digest-${policyCount}`,
    name: `Policy ${policyCount}`,
    text,
    mode: "enforce",
    outcome: text.includes("forbid") ? "deny" : null,
    code: null,
    ...further,
  };
}

/** Permits everything. */
export const permitAll = policy("permit (principal, action, resource);");

/** A request with these members. All other members have the defaults of a test case. */
export const request = (members: Partial<PolicyRequest> = {}): PolicyRequest => ({
  ...requestOfCase({ name: "", expect: "none" }),
  ...members,
});

/** Decides by these policies, without the baseline. */
export const decide = (policies: readonly EffectivePolicy[], members: Partial<PolicyRequest> = {}) =>
  engine.decide(policySet(policies, { baseline: false }), request(members), nothingFound);
