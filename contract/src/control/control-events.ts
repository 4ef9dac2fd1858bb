// The payloads of the events that the control plane emits.
import { type EventsOf, strictCopy } from "../platform/event-types.ts";
import { approval } from "./approvals/approvals.ts";

/** The payload of each kind of event that this wing emits. An approval belongs to no project. */
export const controlPlaneEvents = {
  "approval.requested": strictCopy(approval),
};

/** An event of an approval. */
export type ControlWebhookEvent = EventsOf<typeof controlPlaneEvents>;
