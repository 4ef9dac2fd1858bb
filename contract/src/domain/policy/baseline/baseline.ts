import { type PolicyOutcome, reservedPolicyCodes } from "../policy-outcomes.ts";
import { latch0Cases, latch1Cases } from "./baseline-cases-agent.ts";
import { latch2Cases, latch3Cases, latch4Cases, latch5Cases } from "./baseline-cases-call.ts";
import type { PolicyCase } from "./policy-case.ts";

/** A baseline policy. Baseline policies are part of the product, and are the same in every workspace. */
export interface BaselinePolicy {
  id: string;
  version: number;
  name: string;
  description: string;
  text: string;
  outcome: Exclude<PolicyOutcome, "allow">;
  code: string;
  severity: "low" | "medium" | "high" | "critical";
  tests: readonly PolicyCase[];
}

/**
 * The policies that apply to every agent, in addition to its attached policies. Only `latch-1` permits
 * requests.
 */
export const baselinePolicies: readonly BaselinePolicy[] = [
  {
    id: "latch-0",
    version: 1,
    name: "Known, active agents",
    description: "Only an agent that is registered in the workspace and active may act.",
    text: `@message("The agent is unknown or not active.")
@remedy("Register the agent, or activate it.")
forbid (principal is agent, action, resource)
unless { context.facts.agentActive };
`,
    outcome: "deny",
    code: "agent_not_active",
    severity: "critical",
    tests: latch0Cases,
  },
  {
    id: "latch-1",
    version: 1,
    name: "Declared tools",
    description: "An agent may call the tools that it declares, and no others.",
    text: `@message("The tool is one of those that the agent declares.")
permit (principal is agent, action == Action::"tools/call", resource is tool)
when { context.facts.toolDeclared };

@message("The agent does not declare this tool.")
@remedy("Add the tool to the agent's tools.")
forbid (principal is agent, action, resource is tool)
unless { context.facts.toolDeclared };
`,
    outcome: "deny",
    code: "tool_not_allowed",
    severity: "high",
    tests: latch1Cases,
  },
  {
    id: "latch-2",
    version: 1,
    name: "Egress inside the boundary",
    description:
      "All hosts in context.egress and in the addresses among a call's values must be inside the boundary.",
    text: `@message("The call would reach a host outside the agent's boundary.")
@remedy("Call a host inside the boundary, or add the host to the boundary's list.")
forbid (principal is agent, action, resource)
unless { context.facts.egressInside };
`,
    outcome: "deny",
    code: "egress_outside_boundary",
    severity: "high",
    tests: latch2Cases,
  },
  {
    id: "latch-3",
    version: 1,
    name: "No secrets in requests",
    description:
      "Arguments, context, session, ids and properties must not contain secrets, including the agent's own key.",
    text: `@message("The request contains secret material.")
@remedy("Remove the secret from the request and let the tool read it from its secret store.")
forbid (principal is agent, action, resource)
when { context.facts.secretsFound > 0 };
`,
    outcome: "deny",
    code: "secret_material",
    severity: "critical",
    tests: latch3Cases,
  },
  {
    id: "latch-4",
    version: 1,
    name: "Human approval for high risk",
    description: "A call with high risk requires the approval of a human.",
    text: `@message("The call is of high risk: a human has to approve it.")
@remedy("Wait for the approval and send the request again with context.approvalId.")
forbid (principal is agent, action, resource)
when { context.facts.riskRank >= 2 && !context.facts.approved };
`,
    outcome: "ask",
    code: "approval_required",
    severity: "high",
    tests: latch4Cases,
  },
  {
    id: "latch-5",
    version: 1,
    name: "Rate and spend ceiling",
    description: "An agent must stay below the ceilings of calls and of spend, if the settings define them.",
    text: `@message("The agent has reached a ceiling of calls or of spend.")
@remedy("Wait until the ceiling's period is over, or raise the ceiling.")
forbid (principal is agent, action, resource)
when { context.facts.rateExceeded || context.facts.budgetExceeded };
`,
    outcome: "deny",
    code: "budget_exceeded",
    severity: "medium",
    tests: latch5Cases,
  },
];

/** Returns the baseline policy with an id; undefined if there is none. Ids are compared exactly. */
export const findBaselinePolicy = (id: string): BaselinePolicy | undefined =>
  baselinePolicies.find((policy) => policy.id === id);

/** The reason codes that other policies cannot use, sorted: those of the engine and of the baseline. */
export const takenPolicyCodes: readonly string[] = [
  ...reservedPolicyCodes,
  ...baselinePolicies.map(({ code }) => code),
].sort();
