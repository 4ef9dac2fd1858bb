import type { PolicyRequest } from "@assay/contract/domain";
import { type EffectivePolicy, effectiveSet } from "./sets/effective-set.ts";
import { PolicyEngine, nothingFound } from "./policy-engine.ts";
import { requestOfCase } from "./run-policy-case.ts";

/** Clocks that stand: how fast the machine is at the moment decides nothing. */
export const standing = { wall: () => 0, cpu: () => 0 };

/** The engine of a test file. */
export const engine = new PolicyEngine({ clocks: standing });

let made = 0;

/** A policy in force. */
export function policy(text: string, further: Partial<EffectivePolicy> = {}): EffectivePolicy {
  made += 1;
  return {
    id: `p${made}`,
    version: 3,
    digest: `digest-${made}`,
    name: `Policy ${made}`,
    text,
    mode: "enforce",
    outcome: text.includes("forbid") ? "deny" : null,
    code: null,
    ...further,
  };
}

/** Permits everything. */
export const permitAll = policy("permit (principal, action, resource);");

/** What is asked, with what is left out. */
export const request = (asked: Partial<PolicyRequest> = {}): PolicyRequest => ({
  ...requestOfCase({ name: "", expect: "none" }),
  ...asked,
});

/** Decides by some policies, without the baseline. */
export const decide = (policies: readonly EffectivePolicy[], asked: Partial<PolicyRequest> = {}) =>
  engine.decide(effectiveSet(policies, { baseline: false }), request(asked), nothingFound);
