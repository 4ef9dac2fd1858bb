// The cost of the policies of one decision, which is checked before the engine is called.
import { costOf, likeCost, maxPolicyCost, maxRequestCost } from "../../../domain/policy/policy-cost.ts";
import { type AdmitsCost, admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { sizesOf, type ValueSizes } from "../../../domain/policy/cost/value-sizes.ts";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import type { PolicyReason } from "../../../domain/policy/verdict.ts";
import { quoted } from "../../../wire/http/quote.ts";
import { engineReason } from "../policy-verdict.ts";
import { cedarRequest, uidsOf } from "../request/cedar-request.ts";
import type { CompiledGroup, CompiledSet } from "../sets/compile-set.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import { isInScope } from "../text/statement-scope.ts";

/** The cost of a group of statements for a request. */
interface GroupCost {
  steps: number;
  /** The statement that costs most, and the sizes of the values that it reads; undefined if none applies. */
  costliest: { compiled: CompiledStatement; sizes: ValueSizes } | undefined;
}

/** The costs of a set for a request. */
export interface DecisionCost {
  /** Why the enforced policies are not evaluated; undefined if their cost is within the budget. */
  refusal: PolicyReason | undefined;
  /** Why the policies in shadow mode are skipped; undefined if they are evaluated. */
  shadowFault: string | undefined;
}

const nothing: DecisionCost = { refusal: undefined, shadowFault: undefined };

function sizesFor(group: CompiledGroup, request: PolicyRequest): ValueSizes {
  const { call } = cedarRequest(request, group);
  const attributesOf = ({ type, id }: { type: string; id: string }): unknown =>
    call.entities.find(({ uid }) => JSON.stringify(uid) === JSON.stringify({ type, id }))?.attrs;
  const uids = uidsOf(request);
  return sizesOf({
    context: call.context,
    principal: attributesOf(uids.principal),
    resource: attributesOf(uids.resource),
    entities: call.entities,
  });
}

function groupCost(group: CompiledGroup, request: PolicyRequest): GroupCost {
  const uids = uidsOf(request);
  const sizes = sizesFor(group, request);
  let [steps, maxCost] = [0, 0];
  let costliest: GroupCost["costliest"];
  for (const compiled of group.statements.values()) {
    if (!isInScope(compiled.statement.scope, uids)) continue;
    const cost = costOf(compiled.statement.cost, sizes);
    steps += cost;
    if (cost <= maxCost) continue;
    maxCost = cost;
    costliest = { compiled, sizes };
  }
  return { steps, costliest };
}

/** The message about a cost that exceeds the budget. */
export const costText = (steps: number): string =>
  `The policies would cost ${steps.toLocaleString("en-US")} steps; at most ${maxPolicyCost.toLocaleString("en-US")} are allowed.`;

/**
 * Advice that names the policy. If a `like` causes most of the cost, the advice also names the value that it
 * matches.
 */
function remedyOf({ compiled, sizes }: NonNullable<GroupCost["costliest"]>): string {
  const { policy, statement } = compiled;
  const [costliest] = statement.cost.likes.toSorted(
    (one, other) => likeCost(other, sizes) - likeCost(one, sizes),
  );
  if (!costliest || likeCost(costliest, sizes) < costOf(statement.cost, sizes) / 2)
    return `Shorten the lists that policy ${quoted(policy.id)} compares.`;
  const path = Array.isArray(costliest.operand) ? costliest.operand.join(".") : "the value that it matches";
  return `Shorten ${path}, or the pattern with which policy ${quoted(policy.id)} matches it.`;
}

/** The message about a decision that does not fit into the budget of its request. */
const requestText = (steps: number): string =>
  `The policies would cost ${steps.toLocaleString("en-US")} steps. All decisions of one request may cost ${maxRequestCost.toLocaleString("en-US")} steps together, and fewer are left.`;

const beyondRequest = (steps: number): PolicyReason => ({
  ...engineReason("policy_slow", requestText(steps)),
  remedy: "Send fewer requests at once, or shorten the values that policies match with like.",
});

/**
 * If the maximum cost of a set is at most this number, each request counts this maximum, so the cost is not
 * computed for each request.
 */
const negligible = 10_000;

/**
 * Compares the cost of a set for a request with the budgets of the decision and of its request.
 *
 * @param admits the budget of the request.
 * @throws {TooDeep | TooManyEntities} if the request cannot be passed to the engine.
 */
export function decisionCost(
  { enforced, shadow, maxCost }: CompiledSet,
  request: PolicyRequest,
  admits: AdmitsCost,
): DecisionCost {
  if (maxCost <= (admits === admitsAny ? maxPolicyCost : negligible))
    return admits(maxCost) ? nothing : { ...nothing, refusal: beyondRequest(maxCost) };
  const { steps, costliest } = groupCost(enforced, request);
  if (steps > maxPolicyCost) {
    const reason = engineReason("policy_slow", costText(steps));
    return { ...nothing, refusal: costliest ? { ...reason, remedy: remedyOf(costliest) } : reason };
  }
  const total = shadow ? steps + groupCost(shadow, request).steps : steps;
  const isShadowSkipped = total > maxPolicyCost;
  const counted = isShadowSkipped ? steps : total;
  if (!admits(counted)) return { ...nothing, refusal: beyondRequest(counted) };
  return isShadowSkipped ? { ...nothing, shadowFault: costText(total) } : nothing;
}
