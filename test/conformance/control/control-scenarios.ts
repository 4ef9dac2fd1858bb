import { agentKeyScenarios } from "./agent-keys.scenarios.ts";
import { agentRefusalTextScenarios } from "./agent-refusal-texts.scenarios.ts";
import { agentRefusalScenarios } from "./agent-refusals.scenarios.ts";
import { agentScenarios } from "./agents.scenarios.ts";
import { approvalApproverScenarios } from "./approval-approvers.scenarios.ts";
import { approvalBindingScenarios } from "./approval-binding.scenarios.ts";
import { approvalScenarios } from "./approvals.scenarios.ts";
import { authorizeBatchScenarios } from "./authorize-batch.scenarios.ts";
import { authorizeCeilingScenarios } from "./authorize-ceilings.scenarios.ts";
import { authorizeRepeatScenarios } from "./authorize-repeats.scenarios.ts";
import { authorizeHostScenarios } from "./authorize-hosts.scenarios.ts";
import { authorizeSearchScenarios } from "./authorize-search.scenarios.ts";
import { authorizeFormScenarios } from "./authorize-forms.scenarios.ts";
import { authorizeValueScenarios } from "./authorize-values.scenarios.ts";
import { authorizeScenarios } from "./authorize.scenarios.ts";
import { authzenSearchScenarios } from "./authzen-search.scenarios.ts";
import { authzenScenarios } from "./authzen.scenarios.ts";
import { bodyLimitScenarios } from "./body-limits.scenarios.ts";
import { changedCallScenarios } from "./changed-calls.scenarios.ts";
import { controlValueScenarios } from "./control-values.scenarios.ts";
import { entityValueScenarios } from "./entity-values.scenarios.ts";
import { cedarCaseScenarios } from "./cedar-cases.scenarios.ts";
import { hierarchyDecisionScenarios } from "./hierarchy-decisions.scenarios.ts";
import { hierarchySearchScenarios } from "./hierarchy-searches.scenarios.ts";
import { reachedEntityScenarios } from "./reached-entities.scenarios.ts";
import { typedValueScenarios } from "./typed-values.scenarios.ts";
import { approvalStreamScenarios } from "./approval-streams.scenarios.ts";
import { hierarchyScenarios } from "./hierarchy.scenarios.ts";
import { policyWarningScenarios } from "./policy-warnings.scenarios.ts";
import { entityScenarios } from "./entities.scenarios.ts";
import { onBehalfOfScenarios } from "./on-behalf-of.scenarios.ts";
import { policyCostScenarios } from "./policy-costs.scenarios.ts";
import { policyDepthScenarios } from "./policy-depth.scenarios.ts";
import { policyDecisionScenarios } from "./policy-decisions.scenarios.ts";
import { policySimulationScenarios } from "./policy-simulation.scenarios.ts";
import { policyNameScenarios } from "./policy-names.scenarios.ts";
import { policyScenarios } from "./policies.scenarios.ts";
import { policyValueScenarios } from "./policy-values.scenarios.ts";
import { policyVersionScenarios } from "./policy-versions.scenarios.ts";
import { serverTimeScenarios } from "./server-time.scenarios.ts";
import { settingsScenarios } from "./settings.scenarios.ts";
import { toolPatternScenarios } from "./tool-patterns.scenarios.ts";
import { effectivePolicyScenarios } from "./effective-policies.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the control wing, by resource. */
export const controlWing: ScenarioGroups = {
  agents: [
    ...agentScenarios,
    ...agentRefusalScenarios,
    ...agentRefusalTextScenarios,
    ...effectivePolicyScenarios,
  ],
  agentKeys: agentKeyScenarios,
  settings: settingsScenarios,
  toolPatterns: toolPatternScenarios,
  entities: entityScenarios,
  policies: [...policyScenarios, ...policyVersionScenarios],
  authorize: authorizeScenarios,
  authorizeForms: authorizeFormScenarios,
  authorizeBatch: authorizeBatchScenarios,
  authorizeCeilings: authorizeCeilingScenarios,
  authorizeRepeats: authorizeRepeatScenarios,
  authorizeHosts: authorizeHostScenarios,
  authorizeSearch: authorizeSearchScenarios,
  authorizeValues: authorizeValueScenarios,
  bodyLimits: bodyLimitScenarios,
  changedCalls: changedCallScenarios,
  policyValues: policyValueScenarios,
  policyNames: policyNameScenarios,
  policyWarnings: policyWarningScenarios,
  entityValues: entityValueScenarios,
  hierarchy: [
    ...hierarchyScenarios,
    ...hierarchyDecisionScenarios,
    ...hierarchySearchScenarios,
    ...typedValueScenarios,
    ...reachedEntityScenarios,
  ],
  cedarCases: cedarCaseScenarios,
  serverTime: serverTimeScenarios,
  controlValues: controlValueScenarios,
  onBehalfOf: onBehalfOfScenarios,
  policyDepths: policyDepthScenarios,
  policyCosts: policyCostScenarios,
  policyDecisions: policyDecisionScenarios,
  policySimulation: policySimulationScenarios,
  approvals: [...approvalScenarios, ...approvalBindingScenarios, ...approvalApproverScenarios],
  approvalStreams: approvalStreamScenarios,
  authzen: [...authzenScenarios, ...authzenSearchScenarios],
};
