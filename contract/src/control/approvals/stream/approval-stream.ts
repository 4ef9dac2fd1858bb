// The messages of the stream of approvals; shared by server and mock.
import { approval, type Approval } from "../approval-object.ts";
import { unknownRequest } from "../approval-record.ts";
import { linkedApproval } from "../approval-wire.ts";
import type { ApprovalEventKind } from "../../control-events.ts";
import type { EventFilter } from "../../../evidence/events/event-rules.ts";
import type { EvidenceEvent } from "../../../wire/evidence/evidence-event.ts";
import type { KeyAgent } from "../../../workspace/key-agent.ts";

const kinds = Object.keys({
  "approval.requested": true,
  "approval.given": true,
  "approval.approved": true,
  "approval.rejected": true,
  "approval.withdrawn": true,
  "approval.expired": true,
  "approval.used": true,
} satisfies Record<ApprovalEventKind, true>);

/** Selects the events of approvals in a log that a caller may see. */
export const approvalEvents = (keyAgent: KeyAgent): EventFilter => ({
  types: kinds,
  origin: "server",
  ...(keyAgent !== null && { agentId: keyAgent }),
});

const contents = approval.omit({ consoleUrl: true });

/** Values of members that events of earlier versions lack. */
const earlier = { ...unknownRequest, requiredApprovals: 1, approverRequirement: null, approvals: [] };

/**
 * Returns the approval in an event of an approval; undefined if the event was erased.
 *
 * @param publicUrl as in `linkedApproval`.
 */
export const approvalIn = (
  { data }: Pick<EvidenceEvent, "data">,
  publicUrl: string | undefined,
): Approval | undefined =>
  data === null ? undefined : linkedApproval(contents.parse({ ...earlier, ...data }), publicUrl);

/** The message of a change. @param position the event's position, or that of the last event sent so far. */
export const changeMessage = (kind: string, position: number, changed: Approval): string =>
  `id: ${position}\nevent: ${kind}\ndata: ${JSON.stringify(changed)}\n\n`;

/** The message of an expiry that the log does not contain yet. @param position of the last event sent so far. */
export const expiryMessage = (position: number, expired: Approval): string =>
  changeMessage("approval.expired" satisfies ApprovalEventKind, position, expired);

/**
 * The message of an approval in a snapshot. It has no `id`, so a client whose connection breaks before the end
 * of the snapshot requests a new one.
 */
export const pendingMessage = (pending: Approval): string =>
  `event: approval.pending\ndata: ${JSON.stringify(pending)}\n\n`;

/** The message after a snapshot. @param position the position after which the changes start. */
export const snapshotEndMessage = (position: number): string =>
  `id: ${position}\nevent: approval.snapshot_end\ndata: {}\n\n`;
