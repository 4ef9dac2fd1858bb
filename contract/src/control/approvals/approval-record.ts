import type { KeyAgent } from "../../workspace/key-agent.ts";
import type { Approval, ApprovalContents } from "./approval-object.ts";

/** The inputs of an approval's binding digest that responses do not show. */
export interface ApprovalBinding {
  /** Digests of the stored properties of subject and resource; a member is absent if nothing was stored. */
  stored: { subject?: string | undefined; resource?: string | undefined };
  /** Digest of the policy set. */
  policySet: string;
  /** Whether the approval permits the call only in the session in which it was requested. */
  session: boolean;
}

/** The values of members that approvals and their events lack if an earlier version stored them. */
export const unknownRequest = {
  context: null,
  subjectProperties: null,
  resourceProperties: null,
  actionProperties: null,
  onBehalfOf: null,
  egressHosts: null,
  risk: null,
  cost: null,
};

/** A stored approval. Instants are milliseconds since 1970. */
export interface ApprovalRecord extends ApprovalContents {
  /** Null if the approval was opened by a version that did not store bindings. It then matches no call. */
  binding: ApprovalBinding | null;
}

/**
 * The status of an approval at an instant. A pending or approved approval counts as expired from `expiresAt`
 * on, even if the expiry has not been stored yet.
 */
export const approvalStatusAt = (
  { status, expiresAt }: Pick<ApprovalRecord, "status" | "expiresAt">,
  now: number,
): Approval["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

/**
 * Returns an approval if the caller can see it. With a bound API key, the caller sees only approvals of calls
 * by the key's agent.
 *
 * @returns undefined if the caller cannot see the approval.
 */
export function visibleApproval<T extends Pick<ApprovalRecord, "subject">>(
  approval: T | undefined,
  keyAgent: KeyAgent,
): T | undefined {
  if (keyAgent === null || !approval) return approval;
  const { type, id } = approval.subject;
  return type === "agent" && id === keyAgent ? approval : undefined;
}

/** The owner of an API key: its reviewer, or the key itself if it belongs to no reviewer. */
export interface KeyOwner {
  keyId: string;
  reviewer: string | null;
}

/** Whether two API keys are equal or belong to one reviewer. */
export const isSameOwner = (one: KeyOwner, other: KeyOwner): boolean =>
  one.keyId === other.keyId || (one.reviewer !== null && one.reviewer === other.reviewer);
