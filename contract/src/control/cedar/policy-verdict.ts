// How the reasons of policies become a verdict. Deny beats ask beats transform beats allow; what nothing permits is denied.
import type { PolicyRequest } from "../../domain/policy/baseline/policy-case.ts";
import {
  type PolicyOutcome,
  type ReservedPolicyCode,
  strongestOutcome,
} from "../../domain/policy/policy-outcomes.ts";
import type { PolicyReason, PolicyVerdict } from "../../domain/policy/verdict.ts";
import type { EffectivePolicy, EffectiveSet } from "./policy-set.ts";
import { setTooLarge } from "./policy-size.ts";

/** The code of forbids whose policy gives none. */
const plainForbid = "policy_forbids";
const permitted: ReservedPolicyCode = "permitted";

/** Why a policy determined a decision. @param message undefined: one that names the policy. */
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

/** A deny by a rule of the engine. */
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

/** A verdict of deny for some reasons. */
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

/** The verdict on what is denied before its policies are evaluated; undefined: nothing. @param requestFault null: none. */
export function deniedBefore(set: EffectiveSet, requestFault: string | null): PolicyVerdict | undefined {
  if (set.unresolved.length > 0) {
    const reasonOf = (id: string): PolicyReason =>
      engineReason(
        "policy_unresolved",
        `The policy ${JSON.stringify(id)} is attached, and the workspace has no such policy.`,
        { id, version: null },
      );
    return denied(set.unresolved.map(reasonOf));
  }
  const tooLarge = setTooLarge(set) ?? requestFault;
  return tooLarge === null ? undefined : denied([engineReason("policy_too_large", tooLarge)]);
}

/**
 * The outcome of some reasons, and those of them that determine it.
 *
 * @param isPermitted whether any policy permits the request, where only asks and transforms stand against it.
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
