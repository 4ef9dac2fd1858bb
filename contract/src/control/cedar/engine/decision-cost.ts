// Prepares the requests of one decision for the engine, and checks their cost before the engine is called.
import {
  costOf,
  likeCost,
  maxPolicyCost,
  maxRequestCost,
  maxShadowCost,
} from "../../../domain/policy/policy-cost.ts";
import { type AdmitsCost, admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { costliestPath, passingCost } from "../../../domain/policy/cost/passing-cost.ts";
import { sizesOf, type ValueSizes } from "../../../domain/policy/cost/value-sizes.ts";
import type { PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import type { PolicyReason } from "../../../domain/policy/verdict.ts";
import { quoted } from "../../../wire/http/quote.ts";
import { engineReason } from "../policy-verdict.ts";
import { type CedarRequest, cedarRequest, uidsOf } from "../request/cedar-request.ts";
import { isPart } from "../reads/policy-reads.ts";
import { readsPath } from "../reads/read-tree.ts";
import type { CompiledGroup, CompiledSet } from "../sets/compile-set.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import { isInScope, type RequestUids } from "../text/statement-scope.ts";
import { reasonForFault } from "./engine-faults.ts";

/** The cost of a group of statements for a request. */
interface GroupCost {
  steps: number;
  /** The statement that costs most, and the sizes of the values that it reads; undefined if none applies. */
  costliest: { compiled: CompiledStatement; sizes: ValueSizes } | undefined;
}

/** The requests of one decision for the engine. */
export interface PreparedDecision {
  enforced: CedarRequest;
  /** The request for the policies in shadow mode; null if they are not evaluated. */
  shadow: CedarRequest | null;
  /** Why the policies in shadow mode are skipped; undefined if they are not. */
  shadowFault: string | undefined;
  /** The cost of the enforced policies, in steps. */
  steps: number;
}

function sizesFor({ call }: CedarRequest, uids: RequestUids): ValueSizes {
  const attributesOf = ({ type, id }: { type: string; id: string }): unknown =>
    call.entities.find(({ uid }) => JSON.stringify(uid) === JSON.stringify({ type, id }))?.attrs;
  return sizesOf({
    context: call.context,
    principal: attributesOf(uids.principal),
    resource: attributesOf(uids.resource),
    entities: call.entities,
  });
}

/** @param isRepeated whether the permits may be evaluated again, as a group of their own. */
function statementsCost(
  group: CompiledGroup,
  { prepared, uids, isRepeated }: { prepared: CedarRequest; uids: RequestUids; isRepeated: boolean },
): GroupCost {
  const sizes = sizesFor(prepared, uids);
  let [steps, maxCost] = [0, 0];
  let costliest: GroupCost["costliest"];
  for (const compiled of group.statements.values()) {
    const { scope, effect, cost: parts } = compiled.statement;
    if (!isInScope(scope, uids)) continue;
    const cost = costOf(parts, sizes);
    steps += isRepeated && effect === "permit" ? 2 * cost : cost;
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

/** The policy that reads the value at a path of the context; undefined if it is not known. */
function readerOf({ applicable }: CedarRequest, path: readonly string[]): CompiledStatement | undefined {
  const isNumbers = path[0] === "numbers";
  const names = isNumbers ? path.slice(1) : path;
  const [first = ""] = names;
  const part = isPart(first) ? first : "context";
  const below = isNumbers || part !== "context" ? names.slice(1) : names;
  return applicable.statements.find(({ statement }) =>
    readsPath(statement.reads[isNumbers ? "numbers" : "plain"][part], below),
  );
}

/** Advice for values that cost too much to be passed to the engine. */
function passingRemedy(prepared: CedarRequest): string {
  const path = costliestPath(prepared.call);
  if (path.length === 0)
    return "Send fewer values that policies read, or read fewer entities in the policies.";
  const reader = readerOf(prepared, path);
  const name = ["context", ...path].join(".");
  return `Send fewer values in ${name}${reader ? `, which policy ${quoted(reader.policy.id)} reads` : ""}.`;
}

/** The message about a decision that does not fit into the budget of its request. */
const requestText = (steps: number): string =>
  `The policies would cost ${steps.toLocaleString("en-US")} steps. All decisions of one request may cost ${maxRequestCost.toLocaleString("en-US")} steps together, and fewer are left.`;

const shadowBeyondRequest = `All decisions of one request may use ${maxShadowCost.toLocaleString("en-US")} steps together for policies in shadow mode.`;

const beyondRequest = (steps: number): PolicyReason => ({
  ...engineReason("policy_slow", requestText(steps)),
  remedy: "Send fewer requests at once, or shorten the values that policies match with like.",
});

/**
 * If the maximum cost of the statements of a set is at most this number, each request counts this maximum, so the
 * cost of the statements is not computed for each request.
 */
const negligible = 10_000;
/** The same number for a decision that is the only one of its request. */
const negligibleAlone = maxPolicyCost / 20;

/** The request for the policies in shadow mode, or why they cannot be evaluated. Their faults have no other effect. */
function prepareShadow(shadow: CompiledGroup | null, request: PolicyRequest): CedarRequest | string | null {
  try {
    return shadow && cedarRequest(request, shadow);
  } catch (error) {
    return reasonForFault(error).message;
  }
}

/** A request, its entities, and the greatest cost of the statements if it need not be computed. */
interface Costs {
  uids: RequestUids;
  known: number | undefined;
}

function enforcedCost(
  { enforced: group, permits }: CompiledSet,
  prepared: CedarRequest,
  { uids, known }: Costs,
): { steps: number; remedy: () => string } {
  const once = passingCost(prepared.call);
  const readsAgain = once > 0 && permits !== null && permits.reads.of(uids).statements.length > 0;
  const passing = readsAgain ? 2 * once : once;
  if (known !== undefined) return { steps: known + passing, remedy: () => passingRemedy(prepared) };
  const { steps, costliest } = statementsCost(group, { prepared, uids, isRepeated: permits !== null });
  const remedy = (): string =>
    passing > steps || !costliest ? passingRemedy(prepared) : remedyOf(costliest);
  return { steps: steps + passing, remedy };
}

function shadowCost(group: CompiledGroup, prepared: CedarRequest, { uids, known }: Costs): number {
  const passing = passingCost(prepared.call);
  if (known !== undefined) return passing;
  return passing + statementsCost(group, { prepared, uids, isRepeated: false }).steps;
}

/** Adds the policies in shadow mode, unless they cannot be evaluated or exceed the budgets. */
function withShadow(
  { shadow: group }: CompiledSet,
  request: PolicyRequest,
  {
    enforced,
    steps,
    admits,
    costs,
  }: { enforced: CedarRequest; steps: number; admits: AdmitsCost; costs: Costs },
): PreparedDecision {
  const alone = { enforced, steps, shadow: null, shadowFault: undefined };
  const shadow = prepareShadow(group, request);
  if (typeof shadow === "string") return { ...alone, shadowFault: shadow };
  if (!shadow || !group) return alone;
  const further = shadowCost(group, shadow, costs);
  if (steps + further > maxPolicyCost) return { ...alone, shadowFault: costText(steps + further) };
  if (!admits(further, "shadow")) return { ...alone, shadowFault: shadowBeyondRequest };
  return { ...alone, shadow };
}

/**
 * Prepares a decision, and compares its cost with the budgets of the decision and of its request.
 *
 * @param admits the budget of the request.
 * @returns the reason of the denial if the cost exceeds a budget.
 * @throws {TooDeep | TooManyEntities} if the request cannot be passed to the engine.
 */
export function prepareDecision(
  compiled: CompiledSet,
  request: PolicyRequest,
  admits: AdmitsCost,
): PreparedDecision | { refusal: PolicyReason } {
  const enforced = cedarRequest(request, compiled.enforced);
  const isKnown = compiled.maxCost <= (admits === admitsAny ? negligibleAlone : negligible);
  const known = isKnown ? compiled.maxCost : undefined;
  const costs: Costs = { uids: uidsOf(request), known };
  const { steps, remedy } = enforcedCost(compiled, enforced, costs);
  if (steps > maxPolicyCost) {
    return { refusal: { ...engineReason("policy_slow", costText(steps)), remedy: remedy() } };
  }
  if (!admits(steps)) return { refusal: beyondRequest(steps) };
  return withShadow(compiled, request, { enforced, steps, admits, costs });
}
