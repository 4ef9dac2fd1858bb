// What an approval that a call is sent with means for its decision. Server and mock go by the same rules.
import type { Approval } from "./approvals.ts";
import { bindingOf, type Judged } from "../decisions/policy-decision.ts";

/** An approval that a call is sent with. */
interface SentApproval {
  /** Its id, as it was sent. */
  sent: string;
  /** Undefined: there is none of this id. `isOwn`: a key of the sender's own owner decided it. */
  found: (Pick<Approval, "status" | "actionDigest" | "reason"> & { isOwn: boolean }) | undefined;
}

/** What stands against using an approval for a call; undefined: nothing. */
export function approvalObstacle(
  { found, sent }: SentApproval,
  judged: Pick<Judged, "call" | "policySet">,
): { code: string; message: string } | undefined {
  const refuse = (code: string, why: string) => ({
    code,
    message: `The approval ${JSON.stringify(sent)} ${why}.`.slice(0, 1000),
  });
  if (!found) return refuse("approval_unknown", "does not exist");
  if (found.actionDigest !== bindingOf(judged)) {
    return refuse(
      "approval_mismatch",
      "was asked for another action, other arguments, or under other policies",
    );
  }
  const because = found.reason === null ? "" : `: ${found.reason.replace(/[.]$/, "")}`;
  switch (found.status) {
    case "approved":
      // Whoever uses it asks, too: it takes two, whichever of them asked first.
      return found.isOwn
        ? refuse("approval_own", "was given by a key of the same owner; somebody else has to give it")
        : undefined;
    case "rejected":
      return refuse("approval_rejected", `was rejected${because}`);
    case "used":
      return refuse("approval_used", "was used already; each holds once");
    case "expired":
      return refuse("approval_expired", "has expired");
    case "pending":
      return refuse("approval_pending", "is not given yet");
  }
}

/** A policy that asks without a look at `context.facts.approved` asks for ever: whoever wrote it should know. */
const withoutEffect = ({ sent }: SentApproval, { verdict }: Judged) =>
  verdict.outcome === "ask"
    ? {
        code: "approval_without_effect",
        message: `The approval ${JSON.stringify(sent)} holds, and a policy asks whatever was approved: it does not look at context.facts.approved.`,
      }
    : undefined;

/**
 * A verdict with what is to be said of the approval that the call was sent with: a rejection turns an ask into a deny;
 * whatever else stands against it, or that it changed nothing, is a warning.
 */
export function withApproval(judged: Judged, approval: SentApproval): Judged {
  const { verdict } = judged;
  const obstacle = approvalObstacle(approval, judged) ?? withoutEffect(approval, judged);
  if (!obstacle) return judged;
  if (obstacle.code === "approval_rejected" && verdict.outcome === "ask") {
    const reason = { policyId: null, version: null, outcome: "deny" as const, ...obstacle };
    return { ...judged, verdict: { ...verdict, outcome: "deny", reasons: [reason, ...verdict.reasons] } };
  }
  return {
    ...judged,
    verdict: { ...verdict, warnings: [...verdict.warnings, { policyId: null, ...obstacle }] },
  };
}
