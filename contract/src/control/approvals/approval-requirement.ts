// Who must approve a call, and whether an API key may.
import { bestPattern } from "../../domain/agents/name-pattern.ts";
import type { Credential } from "../../workspace/credentials.ts";
import type { AuthorizationRequest } from "../decisions/authorize-call.ts";
import type { ApprovalSettings } from "../settings/approval-settings.ts";
import type { Approval } from "./approval-object.ts";

/** The reviewer of an API key. */
export interface Approver {
  id: string;
  credentials: readonly Credential[];
  /** When the credentials expire, in milliseconds since 1970; null if they do not expire. */
  credentialExpiresAt: number | null;
}

/**
 * The requirements for the approval of a call. Only calls of tools can have requirements of their own; other
 * calls have the default ones.
 */
export function requirementOf(
  { approvals, toolApprovers }: ApprovalSettings,
  { resource }: Pick<AuthorizationRequest, "resource">,
): Pick<Approval, "requiredApprovals" | "approverRequirement"> {
  const pattern = resource.type === "tool" ? bestPattern(Object.keys(toolApprovers), resource.id) : undefined;
  const own = pattern === undefined ? undefined : toolApprovers[pattern];
  const { credentials = null, reviewers = null } = own ?? {};
  return {
    requiredApprovals: own?.requiredApprovals ?? approvals.requiredApprovals,
    approverRequirement: credentials === null && reviewers === null ? null : { credentials, reviewers },
  };
}

/**
 * Returns the reason why the reviewer of an API key must not decide an approval; null if the reviewer may.
 *
 * @param approver undefined if the key belongs to no reviewer.
 */
export function disqualifiedApprover(
  requirement: Approval["approverRequirement"],
  approver: Approver | undefined,
  now: number,
): string | null {
  if (requirement === null) return null;
  const { credentials, reviewers } = requirement;
  if (!approver) return "belongs to no reviewer";
  if (reviewers !== null && !reviewers.includes(approver.id)) return "belongs to another reviewer";
  if (credentials === null) return null;
  const { credentialExpiresAt: expiry } = approver;
  if (expiry !== null && expiry <= now) return "belongs to a reviewer whose credentials have expired";
  return credentials.some((one) => approver.credentials.includes(one))
    ? null
    : "belongs to a reviewer without the credentials";
}
