// The payloads of the control plane's webhook events.
import { type EventsOf, strictCopy } from "../platform/event-types.ts";
import { approval } from "./approvals/approvals.ts";

/** The payload of each event kind of the control plane. An approval belongs to no project. */
export const controlPlaneEvents = {
  "approval.requested": strictCopy(approval),
};

/** An event of an approval. */
export type ControlWebhookEvent = EventsOf<typeof controlPlaneEvents>;
