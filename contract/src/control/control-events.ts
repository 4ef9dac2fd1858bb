// The payloads of the control plane's webhook events.
import { type EventsOf, strictCopy } from "../platform/event-types.ts";
import { approval } from "./approvals/approval-object.ts";

const payload = strictCopy(approval);

/** The payload of each event kind of the control plane. An approval belongs to no project. */
export const controlPlaneEvents = {
  "approval.requested": payload,
  "approval.given": payload,
  "approval.approved": payload,
  "approval.rejected": payload,
  "approval.withdrawn": payload,
  "approval.expired": payload,
  "approval.used": payload,
};

/** A kind of event about an approval. */
export type ApprovalEventKind = keyof typeof controlPlaneEvents;

/** An event of an approval. */
export type ControlWebhookEvent = EventsOf<typeof controlPlaneEvents>;
