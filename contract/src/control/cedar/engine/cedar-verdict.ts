import { type FactFindings } from "../../../domain/policy/baseline/explain-baseline.ts";
import { type PolicyRequest } from "../../../domain/policy/baseline/policy-case.ts";
import { type PolicyVerdict } from "../../../domain/policy/verdict.ts";
import type { CompiledStatement } from "../sets/compile-set.ts";
import type { GroupOutcome } from "./evaluate-group.ts";
import { concludeVerdict, engineReason } from "../policy-verdict.ts";
import { failureReason, obligationsOf, patchOf, reasonsOf, warningsOf } from "./verdict-parts.ts";

/** A request, and the engine's outcomes for it. */
export interface EvaluatedPolicies {
  request: PolicyRequest;
  findings: FactFindings;
  outcome: GroupOutcome;
  /** Evaluated only if `outcome` leaves open whether a statement permits. */
  permits: GroupOutcome | null;
}

/**
 * Whether only forbids with the outcome `ask` or `transform` are satisfied, so a permit is still possible.
 */
export const isSoft = ({ satisfied, failed, refused }: GroupOutcome): boolean =>
  refused === null &&
  failed.length === 0 &&
  satisfied.length > 0 &&
  satisfied.every(
    ({ policy, statement }) => statement.effect === "forbid" && (policy.outcome ?? "deny") !== "deny",
  );

/** The verdict on evaluated policies. */
export function verdictOf({
  request,
  findings,
  outcome: { satisfied, failed, refused },
  permits,
}: EvaluatedPolicies): Pick<PolicyVerdict, "outcome" | "reasons" | "transform"> {
  const reasons = reasonsOf(satisfied, request, findings);
  const deny = (more: PolicyVerdict["reasons"]) => ({
    outcome: "deny" as const,
    reasons: [...more, ...reasons.filter(({ outcome }) => outcome !== "allow")],
    transform: null,
  });
  if (refused !== null) {
    return deny([engineReason("policy_error", `The policies could not be evaluated: ${refused}.`)]);
  }
  if (failed.length > 0) return deny(failed.map(failureReason));
  const isPermitted = permits === null || permits.satisfied.length > 0;
  const concluded = concludeVerdict(request, reasons, isPermitted);
  return { ...concluded, transform: concluded.outcome === "transform" ? patchOf(satisfied) : null };
}

/** The warnings and obligations of the statements that determined an outcome. */
export function remarksOf({
  outcome,
  permits,
}: Pick<EvaluatedPolicies, "outcome" | "permits">): Pick<PolicyVerdict, "warnings" | "obligations"> {
  const statements: CompiledStatement[] = [...outcome.satisfied, ...(permits?.satisfied ?? [])];
  return { warnings: warningsOf(statements), obligations: obligationsOf(statements) };
}
