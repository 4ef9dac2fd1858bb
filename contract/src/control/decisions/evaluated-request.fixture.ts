import { harmlessFacts } from "../../domain/policy/policy-facts.ts";
import { limits } from "../../platform/limits.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { callOfEvaluation } from "./authorize-call.ts";
import type { EvaluatedDecision } from "./policy-decision.ts";

/** A decision with the outcome ask. */
export const askDecision: EvaluatedDecision = {
  call: callOfEvaluation(
    {
      subject: { type: "agent", id: "bot" },
      action: { name: "tools/call" },
      resource: { type: "tool", id: "chart.write" },
    },
    { args: { patient: "p-1" } },
  ),
  facts: harmlessFacts,
  policySet: { digest: "a".repeat(64), policies: [], unresolved: [] },
  storedOf: {
    subject: { properties: null, ancestors: [], isUnloaded: false, unloaded: [] },
    resource: { properties: null, ancestors: [], isUnloaded: false, unloaded: [] },
    chain: [],
  },
  actionGroups: [],
  isFreeOfSecrets: false,
  verdict: {
    outcome: "ask",
    reasons: [{ policyId: "p", version: 1, outcome: "ask", code: "approval_required", message: "Ask." }],
    shadow: [],
    warnings: [],
    obligations: [],
    transform: null,
  },
};

/** The same request, permitted by an approval. */
export const granted: EvaluatedDecision = {
  ...askDecision,
  facts: { ...harmlessFacts, approved: true },
  verdict: { ...askDecision.verdict, outcome: "allow" },
};

/** A rule context at an instant. Its new ids contain consecutive numbers. */
export function contextAt(now: number, actor = "key_other"): RuleContext {
  let count = 0;
  return { now, actor, newId: (kind) => `${kind}-${(count += 1)}`, limits };
}
