import { type BaselinePolicy, baselinePolicies } from "./baseline.ts";
import { explainBaseline, type FactFindings } from "./explain-baseline.ts";
import { type PolicyRequest, toolCallAction } from "./policy-case.ts";
import type { PolicyReason } from "../verdict.ts";

/** Which policies of the baseline have something against a request: their rules in plain words, without the engine. */
const forbids: Readonly<Record<string, (request: PolicyRequest) => boolean>> = {
  "latch-0": ({ facts }) => !facts.agentActive,
  "latch-1": ({ resource, facts }) => resource.type === "tool" && !facts.toolDeclared,
  "latch-2": ({ facts }) => !facts.egressInside,
  "latch-3": ({ facts }) => facts.secretsFound > 0,
  "latch-4": ({ facts }) => facts.riskRank >= 2 && !facts.approved,
  "latch-5": ({ facts }) => facts.rateExceeded || facts.budgetExceeded,
};

const statement = /@message\("([^"]*)"\)\s*(?:@remedy\("([^"]*)"\)\s*)?(permit|forbid)/g;

function said({ text }: BaselinePolicy, effect: "permit" | "forbid") {
  const found = [...text.matchAll(statement)].find((match) => match[3] === effect);
  const [, message = "", remedy] = found ?? [];
  return { message, remedy };
}

function forbidOf(policy: BaselinePolicy, request: PolicyRequest, findings: FactFindings): PolicyReason {
  const { message, remedy } = said(policy, "forbid");
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
 * What the baseline says of an agent's request, as the engine would find it from the policies' texts: for what has no engine.
 *
 * @returns the reasons of policies that forbid, else those that permit; none when nothing does.
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
      message: said(policy, "permit").message,
    }));
}
