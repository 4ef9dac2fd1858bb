import { formatId } from "@assay/contract/platform/ids";
import { type EvidenceEvent, toBase64Url, toHex } from "@assay/contract/wire";
import type { EventRow } from "./event-queries.ts";

/** Returns the form of an event in responses and exports. */
export const eventToWire = (row: EventRow): EvidenceEvent => ({
  seq: row.seq,
  eventId: formatId("event", row.event_id),
  ts: row.ts,
  receivedAt: row.received_at,
  session: row.session,
  type: row.type,
  origin: row.origin,
  data: row.data,
  salt: row.salt && toBase64Url(row.salt),
  dataCommit: toHex(row.data_commit),
  leafHash: toHex(row.leaf_hash),
});
