import { explainBaseline, type FactFindings } from "../../../domain/policy/baseline/explain-baseline.ts";
import { findBaselinePolicy } from "../../../domain/policy/baseline/baseline.ts";
import {
  type PatchOperation,
  type PolicyObligation,
  type PolicyReason,
  type PolicyWarning,
} from "../../../domain/policy/verdict.ts";
import { type PolicyOutcome } from "../../../domain/policy/policy-outcomes.ts";
import { type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { engineReason, policyReason } from "../policy-verdict.ts";
import { keepCanonical } from "../../../wire/json/canonical-json.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import type { UnrepresentableValue } from "../request/unrepresentable.ts";
import type { FailedStatement } from "./evaluate-group.ts";

const outcomeOf = ({ policy, statement }: CompiledStatement): PolicyOutcome =>
  statement.effect === "permit" ? "allow" : (policy.outcome ?? "deny");

const plainReasons = new WeakMap<CompiledStatement, PolicyReason>();

/** Returns the cached reason of a statement. This reason contains no details of the request. */
function plainReasonOf(compiled: CompiledStatement): PolicyReason {
  const cached = plainReasons.get(compiled);
  if (cached) return cached;
  const reason = keepCanonical(createReason(compiled, undefined));
  plainReasons.set(compiled, reason);
  return reason;
}

/** The reason why a statement determined a decision. */
function reasonOf(compiled: CompiledStatement, request: PolicyRequest, findings: FactFindings): PolicyReason {
  const { policy } = compiled;
  const details =
    outcomeOf(compiled) !== "allow" && findBaselinePolicy(policy.id)
      ? explainBaseline(policy.id, request, findings)
      : undefined;
  return details === undefined ? plainReasonOf(compiled) : createReason(compiled, details);
}

function createReason(compiled: CompiledStatement, details: string | undefined): PolicyReason {
  const { policy, statement } = compiled;
  const outcome = outcomeOf(compiled);
  return {
    ...policyReason(policy, outcome, details ?? statement.message),
    ...(outcome !== "allow" && statement.remedy !== undefined && { remedy: statement.remedy }),
  };
}

/** The reasons of statements, without duplicates. */
export function reasonsOf(
  compiled: readonly CompiledStatement[],
  request: PolicyRequest,
  findings: FactFindings,
): PolicyReason[] {
  const [first] = compiled;
  if (first && compiled.length === 1) return [reasonOf(first, request, findings)];
  const seen = new Set<string>();
  return compiled
    .map((one) => reasonOf(one, request, findings))
    .filter((reason) => {
      const key = JSON.stringify(reason);
      return !seen.has(key) && seen.add(key);
    });
}

/**
 * A deny because a statement failed. The engine skips failed statements, so it could permit a request that a
 * failed statement forbids.
 */
export const failureReason = ({ policy, message }: FailedStatement): PolicyReason =>
  engineReason(
    "policy_error",
    `Policy ${JSON.stringify(policy.id)} could not be evaluated: ${message}.`,
    policy,
  );

/** The advice in each message about a value that Cedar cannot represent. */
const unrepresentableRemedy = "Round to 4 decimals, use minor units, or send text; leave out null members.";

/** A deny for a value that a policy reads but Cedar cannot represent. */
export const unrepresentableReason = ({ policy, message }: UnrepresentableValue): PolicyReason => ({
  ...engineReason("not_representable", message, policy),
  remedy: unrepresentableRemedy,
});

/** The warnings of statements. */
export function warningsOf(compiled: readonly CompiledStatement[]): PolicyWarning[] {
  return compiled.flatMap(({ policy, statement }) =>
    statement.warning === undefined
      ? []
      : [{ policyId: policy.id, code: "policy_warning", message: statement.warning }],
  );
}

/** The obligations of statements. */
export function obligationsOf(compiled: readonly CompiledStatement[]): PolicyObligation[] {
  return compiled.flatMap(({ policy, statement }) =>
    statement.obligation === undefined ? [] : [{ policyId: policy.id, obligation: statement.obligation }],
  );
}

/** The patches of all statements with the outcome `transform`, in order. */
export const patchOf = (compiled: readonly CompiledStatement[]): PatchOperation[] =>
  compiled.flatMap((one) => (outcomeOf(one) === "transform" ? [...(one.statement.transform ?? [])] : []));
