// Combines the reasons of policies to a verdict. Deny overrides ask, ask overrides transform, transform
// overrides allow; a request without a permit is denied.
import { decideBaseline } from "../../domain/policy/baseline/decide-baseline.ts";
import type { FactFindings } from "../../domain/policy/baseline/explain-baseline.ts";
import type { PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import {
  type PolicyOutcome,
  type ReservedPolicyCode,
  strongestOutcome,
} from "../../domain/policy/policy-outcomes.ts";
import type { PolicyReason, PolicyVerdict } from "../../domain/policy/verdict.ts";
import type { EffectivePolicy, EffectiveSet } from "./policy-set.ts";
import { setTooLarge } from "./policy-size.ts";

/** The default reason code of a forbid, for policies that state no code. */
const plainForbid = "policy_forbids";
const permitted: ReservedPolicyCode = "permitted";

/** A reason from a policy. @param message by default, a message that names the policy. */
export const policyReason = (
  policy: Pick<EffectivePolicy, "id" | "version" | "name" | "code">,
  outcome: PolicyOutcome,
  message?: string,
): PolicyReason => ({
  policyId: policy.id,
  version: policy.version,
  outcome,
  code: outcome === "allow" ? permitted : (policy.code ?? plainForbid),
  message:
    message ?? `Policy ${JSON.stringify(policy.name)} ${outcome === "allow" ? "permits" : "forbids"} this.`,
});

const maxMessage = 1000;

/** A deny by an engine rule. */
export const engineReason = (
  code: ReservedPolicyCode,
  message: string,
  policy: { id: string; version: number | null } | null = null,
): PolicyReason => ({
  policyId: policy?.id ?? null,
  version: policy?.version ?? null,
  outcome: "deny",
  code,
  message: message.length > maxMessage ? `${message.slice(0, maxMessage - 1)}…` : message,
});

/** A deny verdict with some reasons. */
export const denied = (
  reasons: readonly PolicyReason[],
  parts: Partial<Omit<PolicyVerdict, "outcome" | "reasons">> = {},
): PolicyVerdict => ({
  outcome: "deny",
  reasons,
  shadow: [],
  warnings: [],
  obligations: [],
  transform: null,
  ...parts,
});

/** A request, the findings from which its facts follow, and the policies that apply to it. */
export interface PolicyQuestion {
  set: EffectiveSet;
  request: PolicyRequest;
  findings: FactFindings;
}

/**
 * The reasons to deny a request that come from the baseline policies of a set. The engine adds them to its
 * own denials, so that a suspended agent is always named.
 */
export function baselineDenials({ set, request, findings }: PolicyQuestion): PolicyReason[] {
  if (request.subject.type !== "agent") return [];
  const ids = new Set(set.policies.map(({ id }) => id));
  return decideBaseline(request, findings).filter(
    ({ policyId, outcome }) => outcome === "deny" && policyId !== null && ids.has(policyId),
  );
}

/**
 * The verdict on a request that is denied before policies are evaluated; undefined if policies must be
 * evaluated. The baseline's reasons come first.
 *
 * @param requestFault the fault of a request that is too large; null if it is not too large.
 */
export function deniedBefore(
  question: PolicyQuestion,
  requestFault: string | null,
): PolicyVerdict | undefined {
  const { set } = question;
  const deny = (reasons: readonly PolicyReason[]): PolicyVerdict =>
    denied([...baselineDenials(question), ...reasons]);
  if (set.unresolved.length > 0) {
    const reasonOf = (id: string): PolicyReason =>
      engineReason("policy_unresolved", `Policy ${JSON.stringify(id)} is attached, but not found.`, {
        id,
        version: null,
      });
    return deny(set.unresolved.map(reasonOf));
  }
  const tooLarge = setTooLarge(set) ?? requestFault;
  return tooLarge === null ? undefined : deny([engineReason("policy_too_large", tooLarge)]);
}

/**
 * Combines reasons into an outcome, and returns it with the reasons that determine it.
 *
 * @param isPermitted whether any policy permits the request, regardless of the outcomes ask and transform.
 */
export function concludeVerdict(
  request: PolicyRequest,
  reasons: readonly PolicyReason[],
  isPermitted: boolean,
): Pick<PolicyVerdict, "outcome" | "reasons"> {
  const outcome = strongestOutcome(reasons.map((reason) => reason.outcome));
  if (outcome === "allow") return { outcome, reasons };
  const against = reasons.filter((reason) => reason.outcome !== "allow");
  if (outcome === "deny") return { outcome, reasons: against };
  if (outcome === undefined || !isPermitted)
    return {
      outcome: "deny",
      reasons: [engineReason("no_matching_permit", noPermit(request)), ...against],
    };
  return { outcome, reasons: against };
}

const noPermit = ({ subject, action, resource }: PolicyRequest): string =>
  `No policy permits ${shortened(subject.type)} ${shortened(subject.id)} the action ${shortened(action.name)} on ${shortened(resource.type)} ${shortened(resource.id)}.`;

const shortened = (text: string): string =>
  JSON.stringify(text.length > 100 ? `${text.slice(0, 99)}…` : text);
