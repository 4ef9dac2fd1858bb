import { harmlessFacts } from "../../../domain/policy/policy-facts.ts";
import {
  type PolicyCase,
  type PolicyEntity,
  type PolicyRequest,
  toolCallAction,
} from "../../../domain/policy/baseline/policy-case.ts";
import { agentGroupType, toolGroupType } from "../../hierarchy/group-parents.ts";
import { completeTimeFacts } from "../../../domain/policy/time-facts.ts";
import { withoutAbsent } from "../../../domain/values/without-absent.ts";
import type { ApiError } from "../../../platform/errors.ts";
import { validationFailed } from "../../../platform/validation/validation.ts";
import { type AdmitsCost, CostBudget } from "../../../domain/policy/cost/cost-budget.ts";
import { maxRequestCost } from "../../../domain/policy/policy-cost.ts";
import { type EffectivePolicy, policySet } from "../policy-set.ts";
import { requestTooLarge } from "../policy-size.ts";
import type { PolicyEngine } from "./policy-engine.ts";
import { nothingFound } from "./policy-engine.ts";

/** The result of a policy's test case. */
export interface PolicyCaseResult {
  name: string;
  passed: boolean;
  expected: PolicyCase["expect"];
  actual: PolicyCase["expect"];
  /** The messages of the reasons; empty if the outcome is `none`. */
  messages: readonly string[];
}

const namesOf = (entity: PolicyEntity | undefined, wanted: string): string[] =>
  (entity?.parents ?? []).flatMap(({ type, id }) => (type === wanted ? [id] : [])).sort();

/** The request of a test case, completed with defaults. */
export const requestOfCase = ({ request = {} }: PolicyCase): PolicyRequest => ({
  subject: request.subject ?? { type: "agent", id: "test-agent" },
  action: request.action ?? { name: toolCallAction },
  resource: request.resource ?? { type: "tool", id: "test.tool" },
  args: request.args ?? {},
  context: request.context ?? {},
  facts: {
    ...harmlessFacts,
    agentGroups: namesOf(request.subject, agentGroupType),
    toolGroups: namesOf(request.resource, toolGroupType),
    ...withoutAbsent(request.facts ?? {}),
    now: completeTimeFacts(request.facts?.now ?? {}),
  },
});

/**
 * A policy that permits every request, so only the tested policy can deny. No stored policy can have this id.
 */
export const everything: EffectivePolicy = {
  id: "(everything)",
  version: 0,
  digest: "",
  name: "Everything",
  text: "permit (principal, action, resource);",
  mode: "enforce",
  outcome: null,
  code: null,
};

/**
 * Runs test cases against a policy, in order, within the budget of one request.
 *
 * @param turn runs one test case, at once or later.
 * @throws {ApiError} 400 if the cases cost too much together.
 */
export async function runPolicyCases(
  engine: Pick<PolicyEngine, "decide">,
  { policy, cases }: { policy: EffectivePolicy; cases: readonly PolicyCase[] },
  turn: (run: () => PolicyCaseResult) => PolicyCaseResult | Promise<PolicyCaseResult>,
): Promise<PolicyCaseResult[]> {
  const budget = new CostBudget();
  const results: PolicyCaseResult[] = [];
  for (const [index, one] of cases.entries()) {
    results.push(await turn(() => runPolicyCase(engine, { policy, policyCase: one }, budget.share())));
    if (budget.hasRefused) throw casesTooCostly(index);
  }
  return results;
}

/** 400: the test cases of a policy cost too much together. */
export const casesTooCostly = (index: number): ApiError =>
  validationFailed([
    {
      path: `/tests/${index}`,
      code: "policy_too_costly",
      message: `The first ${index} test cases cost almost ${maxRequestCost.toLocaleString("en-US")} steps, which is the maximum for one request. Run the other test cases in a second request.`,
    },
  ]);

/** Runs a test case against the policy alone, regardless of its mode. */
export function runPolicyCase(
  engine: Pick<PolicyEngine, "decide">,
  { policy, policyCase }: { policy: EffectivePolicy; policyCase: PolicyCase },
  admits: AdmitsCost,
): PolicyCaseResult {
  const set = policySet([{ ...policy, mode: "enforce" }, everything], { baseline: false });
  const request = requestOfCase(policyCase);
  const tooLarge = requestTooLarge(request) ?? null;
  const { outcome, reasons } = engine.decide(set, request, nothingFound, tooLarge, admits);
  const own = reasons.filter(({ policyId }) => policyId !== everything.id);
  const actual = own.length > 0 ? outcome : "none";
  return {
    name: policyCase.name,
    passed: actual === policyCase.expect,
    expected: policyCase.expect,
    actual,
    messages: own.map(({ message }) => message),
  };
}
