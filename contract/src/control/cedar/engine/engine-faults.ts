import { type PolicyReason, type PolicyWarning } from "../../../domain/policy/verdict.ts";
import { engineReason } from "../policy-verdict.ts";
import { TooDeep } from "../request/cedar-values.ts";
import { TooManyEntities } from "../request/request-entities.ts";
import { CannotCompile } from "../sets/compile-set.ts";
import { CedarBroken } from "./cedar-instance.ts";
import { TooManyFaults, type UnrepresentableValue } from "../request/unrepresentable.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import type { GroupOutcome } from "./evaluate-group.ts";

/** A warning about a policy in shadow mode that cannot be evaluated. @param policyId null if unknown. */
export const shadowWarning = (policyId: string | null, message: string): PolicyWarning => ({
  policyId,
  code: "shadow_policy_error",
  message: `The policy in shadow mode could not be evaluated: ${message}`,
});

/**
 * The statements of policies in shadow mode that determined an outcome, and warnings about the policies in
 * shadow mode that could not be evaluated.
 *
 * @param unrepresentable values that policies read but Cedar cannot represent. The engine evaluated these policies
 *   without the values, so its own faults for these policies are omitted.
 */
export function shadowOutcome(
  { satisfied, failed, refused }: GroupOutcome,
  unrepresentable: readonly UnrepresentableValue[],
): { satisfied: readonly CompiledStatement[]; warnings: PolicyWarning[] } {
  const skipped = new Set(unrepresentable.map(({ policy }) => policy?.id));
  const isEvaluated = ({ policy }: CompiledStatement): boolean => !skipped.has(policy.id);
  return {
    satisfied: satisfied.filter(isEvaluated),
    warnings: [
      ...unrepresentable.map(({ policy, message }) => shadowWarning(policy?.id ?? null, message)),
      ...failed.filter(isEvaluated).map(({ policy, message }) => shadowWarning(policy.id, message)),
      ...(refused === null ? [] : [shadowWarning(null, refused)]),
    ],
  };
}

/** The deny for an error of the engine. @throws {unknown} any other error. */
export function reasonForFault(error: unknown): PolicyReason {
  if (error instanceof CannotCompile) return engineReason("policy_error", error.message, error.policy);
  if (error instanceof TooDeep) {
    return engineReason(
      "policy_too_large",
      "The parts of the request that policies read are nested more than 32 levels deep.",
    );
  }
  if (error instanceof TooManyEntities || error instanceof TooManyFaults)
    return engineReason("policy_too_large", error.message);
  if (error instanceof CedarBroken) return engineReason("policy_error", error.message);
  throw error;
}
