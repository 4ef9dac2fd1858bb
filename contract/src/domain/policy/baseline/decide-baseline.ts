import { type BaselinePolicy, baselinePolicies } from "./baseline.ts";
import { explainBaseline, type FactFindings } from "./explain-baseline.ts";
import { type PolicyRequest, toolCallAction } from "./policy-case.ts";
import type { PolicyReason } from "../verdict.ts";

/** The conditions of the forbidding baseline policies, for evaluation without the policy engine. */
const forbids: Readonly<Record<string, (request: PolicyRequest) => boolean>> = {
  "latch-0": ({ facts }) => !facts.agentActive,
  "latch-1": ({ resource, facts }) => resource.type === "tool" && !facts.toolDeclared,
  "latch-2": ({ facts }) => !facts.egressInside,
  "latch-3": ({ facts }) => facts.secretsFound > 0,
  "latch-4": ({ facts }) => facts.riskRank >= 2 && !facts.approved,
  "latch-5": ({ facts }) => facts.rateExceeded || facts.budgetExceeded,
};

const statement = /@message\("([^"]*)"\)\s*(?:@remedy\("([^"]*)"\)\s*)?(permit|forbid)/g;

function annotationsOf({ text }: BaselinePolicy, effect: "permit" | "forbid") {
  const found = [...text.matchAll(statement)].find((match) => match[3] === effect);
  const [, message = "", remedy] = found ?? [];
  return { message, remedy };
}

function forbidOf(policy: BaselinePolicy, request: PolicyRequest, findings: FactFindings): PolicyReason {
  const { message, remedy } = annotationsOf(policy, "forbid");
  return {
    policyId: policy.id,
    version: policy.version,
    outcome: policy.outcome,
    code: policy.code,
    message: explainBaseline(policy.id, request, findings) ?? message,
    ...(remedy !== undefined && { remedy }),
  };
}

/**
 * Evaluates the baseline for an agent's request, without the policy engine and with the same result as the
 * policies' texts.
 *
 * @returns the reasons of the policies that forbid the request. If no policy forbids it, the reasons of the
 *   policies that permit it. Empty if no policy applies.
 */
export function decideBaseline(request: PolicyRequest, findings: FactFindings): PolicyReason[] {
  const against = baselinePolicies.filter(({ id }) => forbids[id]?.(request) === true);
  if (against.length > 0) return against.map((policy) => forbidOf(policy, request, findings));
  const { facts, action, resource } = request;
  if (action.name !== toolCallAction || resource.type !== "tool" || !facts.toolDeclared) return [];
  return baselinePolicies
    .filter(({ id }) => id === "latch-1")
    .map((policy) => ({
      policyId: policy.id,
      version: policy.version,
      outcome: "allow" as const,
      code: "permitted",
      message: annotationsOf(policy, "permit").message,
    }));
}
