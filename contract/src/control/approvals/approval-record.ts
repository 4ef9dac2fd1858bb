import type { KeyAgent } from "../../workspace/key-agent.ts";
import type { Approval } from "./approval-object.ts";

/** The parts of a binding that an approval does not show. */
export interface ApprovalBinding {
  /** Digests of the stored properties of subject and resource; absent: none were stored. */
  stored: { subject?: string | undefined; resource?: string | undefined };
  /** Digest of the policy set. */
  policySet: string;
  /** Whether the approval permits the call only in its session. */
  session: boolean;
}

/** A stored approval. Instants are milliseconds since 1970. */
export interface ApprovalRecord extends Approval {
  /** Null: opened by a version that did not store it. Such an approval matches no call. */
  binding: ApprovalBinding | null;
}

/**
 * The status of an approval at an instant. A pending or approved approval expires at `expiresAt`, also before
 * the expiry is stored.
 */
export const approvalStatusAt = (
  { status, expiresAt }: Pick<ApprovalRecord, "status" | "expiresAt">,
  now: number,
): Approval["status"] =>
  (status === "pending" || status === "approved") && expiresAt <= now ? "expired" : status;

/**
 * An approval that a caller can see: with a bound API key, only approvals of its agent's calls.
 *
 * @returns undefined for any other approval.
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
