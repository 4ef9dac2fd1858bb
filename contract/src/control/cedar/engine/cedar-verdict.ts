import { findBaselinePolicy } from "../../../domain/policy/baseline/baseline.ts";
import { type PolicyReason, type PolicyVerdict } from "../../../domain/policy/verdict.ts";
import type { CompiledStatement } from "../sets/group-reads.ts";
import type { GroupOutcome } from "./evaluate-group.ts";
import { baselineDenials, concludeVerdict, engineReason, type PolicyQuestion } from "../policy-verdict.ts";
import {
  failureReason,
  obligationsOf,
  patchOf,
  reasonsOf,
  unrepresentableReason,
  warningsOf,
} from "./verdict-parts.ts";

/** The engine's outcomes for a request. */
export interface EvaluatedPolicies {
  outcome: GroupOutcome;
  /** The outcome of the permits alone; null if `outcome` already shows whether a statement permits. */
  permits: GroupOutcome | null;
}

/**
 * Whether a permit is still possible, because all satisfied statements are forbids with the outcome `ask` or
 * `transform`.
 */
export const isSoft = ({ satisfied, failed, refused }: GroupOutcome): boolean =>
  refused === null &&
  failed.length === 0 &&
  satisfied.length > 0 &&
  satisfied.every(
    ({ policy, statement }) => statement.effect === "forbid" && (policy.outcome ?? "deny") !== "deny",
  );

type Verdict = Pick<PolicyVerdict, "outcome" | "reasons" | "transform">;

const deny = (reasons: PolicyVerdict["reasons"]): Verdict => ({ outcome: "deny", reasons, transform: null });

const isBaseline = ({ policyId }: PolicyReason): boolean =>
  policyId !== null && findBaselinePolicy(policyId) !== undefined;

/** The verdict on evaluated policies. Reasons of the baseline come first. */
export function verdictOf(question: PolicyQuestion, { outcome, permits }: EvaluatedPolicies): Verdict {
  const { request, findings } = question;
  const { satisfied, failed, refused, unrepresentable } = outcome;
  if (unrepresentable.length > 0) {
    return deny([...baselineDenials(question), ...unrepresentable.map(unrepresentableReason)]);
  }
  if (refused !== null) {
    const message = `The policies could not be evaluated: ${refused}.`;
    return deny([...baselineDenials(question), engineReason("policy_error", message)]);
  }
  const reasons = reasonsOf(satisfied, request, findings);
  if (failed.length > 0) {
    const against = reasons.filter((reason) => reason.outcome !== "allow");
    const attached = against.filter((reason) => !isBaseline(reason));
    return deny([...against.filter(isBaseline), ...failed.map(failureReason), ...attached]);
  }
  const isPermitted = permits === null || permits.satisfied.length > 0;
  const concluded = concludeVerdict(request, reasons, isPermitted);
  return { ...concluded, transform: concluded.outcome === "transform" ? patchOf(satisfied) : null };
}

/** The warnings and obligations of the statements that determined an outcome. */
export function remarksOf({
  outcome,
  permits,
}: EvaluatedPolicies): Pick<PolicyVerdict, "warnings" | "obligations"> {
  const statements: CompiledStatement[] = [...outcome.satisfied, ...(permits?.satisfied ?? [])];
  return { warnings: warningsOf(statements), obligations: obligationsOf(statements) };
}
