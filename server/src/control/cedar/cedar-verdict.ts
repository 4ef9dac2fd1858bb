import { type FactFindings, type PolicyRequest, type PolicyVerdict } from "@assay/contract/domain";
import type { CompiledStatement } from "./sets/compile-set.ts";
import type { GroupOutcome } from "./evaluate-group.ts";
import { concludeVerdict, engineReason } from "@assay/contract/control/cedar/policy-verdict";
import { failureReason, obligationsOf, patchOf, reasonsOf, warningsOf } from "./verdict-parts.ts";

/** What the engine was asked, and what it answered. */
export interface EvaluatedPolicies {
  request: PolicyRequest;
  findings: FactFindings;
  answer: GroupOutcome;
  /** Asked only when the answer leaves open whether anything permits. */
  permits: GroupOutcome | null;
}

/** Nothing but asks and transforms forbids: whether anything permits is still open. */
export const isSoft = ({ satisfied, failed, refused }: GroupOutcome): boolean =>
  refused === null &&
  failed.length === 0 &&
  satisfied.length > 0 &&
  satisfied.every(
    ({ policy, statement }) => statement.effect === "forbid" && (policy.outcome ?? "deny") !== "deny",
  );

/** What an answer comes out as. */
export function verdictOf({
  request,
  findings,
  answer: { satisfied, failed, refused },
  permits,
}: EvaluatedPolicies): Pick<PolicyVerdict, "outcome" | "reasons" | "transform"> {
  const reasons = reasonsOf(satisfied, request, findings);
  const deny = (more: PolicyVerdict["reasons"]) => ({
    outcome: "deny" as const,
    reasons: [...more, ...reasons.filter(({ outcome }) => outcome !== "allow")],
    transform: null,
  });
  if (refused !== null) {
    return deny([engineReason("policy_error", `The policies could not be asked: ${refused}.`)]);
  }
  if (failed.length > 0) return deny(failed.map(failureReason));
  const isPermitted = permits === null || permits.satisfied.length > 0;
  const concluded = concludeVerdict(request, reasons, isPermitted);
  return { ...concluded, transform: concluded.outcome === "transform" ? patchOf(satisfied) : null };
}

/** What the statements that determined an answer say besides. */
export function remarksOf({
  answer,
  permits,
}: Pick<EvaluatedPolicies, "answer" | "permits">): Pick<PolicyVerdict, "warnings" | "obligations"> {
  const spoke: CompiledStatement[] = [...answer.satisfied, ...(permits?.satisfied ?? [])];
  return { warnings: warningsOf(spoke), obligations: obligationsOf(spoke) };
}
