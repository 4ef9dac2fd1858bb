import type { Tx } from "../../../platform/db/transaction.ts";
import type { EventKey, IdempotencyMatch } from "../../events/event-key.ts";
import { findEvents } from "../../events/event-queries.ts";
import { eventToWire } from "../../events/event-wire.ts";
import { findEventKeys } from "../../log-queries.ts";

/** Returns the events in the log that match the idempotency keys of requests, by key. */
export async function findKeyMatches(
  tx: Tx,
  workspaceId: string,
  requests: readonly { idempotency?: EventKey | undefined }[],
): Promise<Map<string, IdempotencyMatch>> {
  const keys = new Set(requests.flatMap(({ idempotency }) => idempotency?.key ?? []));
  if (keys.size === 0) return new Map();
  const rows = await findEventKeys(tx, workspaceId, [...keys]);
  const events = await findEvents(
    tx,
    workspaceId,
    rows.map(({ seq }) => seq),
  );
  const bySeq = new Map(events.map((row) => [row.seq, row]));
  return new Map(
    rows.flatMap(({ key, seq, request_hash: boundHash }) => {
      const row = bySeq.get(seq);
      return row ? [[key, { event: eventToWire(row), salt: row.salt, boundHash }] as const] : [];
    }),
  );
}
