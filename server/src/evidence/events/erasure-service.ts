import { createHash } from "node:crypto";
import {
  erasedBy,
  erasureEvent,
  type ErasureRequest,
  erasureText,
  unlessErased,
} from "@assay/contract/evidence/log/erasure-rules";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { counted } from "@assay/contract/domain";
import type { EvidenceEvent } from "@assay/contract/wire";
import type { Tx } from "../../platform/db/transaction.ts";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { EventKey } from "./event-key.ts";
import { findEventsById } from "./event-queries.ts";
import { eventToWire } from "./event-wire.ts";

/** The outcome of an erasure request. `event` is null if there was no data left to erase. */
export interface ErasureOutcome {
  event: EvidenceEvent | null;
  erased: number;
  replayed: boolean;
}

/**
 * Erases the data and salts of events, and appends an event that records the erasure, in one transaction.
 * `apiKeyId` is the API key that sent the request, or null for an erasure at the end of the retention period.
 *
 * @throws {ApiError} 422 if an event does not exist; 409 if an event records an erasure or a restart.
 */
export async function eraseEvents(
  deps: Pick<EvidenceDeps, "evidence" | "now">,
  { workspaceId, apiKeyId }: { workspaceId: string; apiKeyId: string | null },
  { key, ...request }: ErasureRequest & { key: string | undefined },
): Promise<ErasureOutcome> {
  const requestHash = createHash("sha256").update(erasureText(request)).digest();
  const idempotency: EventKey | undefined = key === undefined ? undefined : { key, requestHash };
  const appended = await unlessErased(() =>
    deps.evidence.writer.append(
      workspaceId,
      async ({ query }) => {
        const rows = await query((tx) => findEventsById(tx, workspaceId, request.events.flatMap(uuidOf)));
        const found = new Map(rows.map(eventToWire).map((row) => [row.eventId, row]));
        const by = apiKeyId && formatId("api_key", apiKeyId);
        const erasure = erasureEvent(found, request, { now: deps.now().getTime(), by });
        const { seqs } = erasure.data;
        return { ...erasure, after: (tx, { seq }) => erase(tx, { workspaceId, seqs, by: seq }) };
      },
      idempotency,
    ),
  );
  if (!appended) return { event: null, erased: 0, replayed: false };
  return { ...appended, erased: erasedBy(appended.event) };
}

/**
 * Erases the data and salts of the given events.
 *
 * @throws {Error} if an earlier erasure in the same transaction has already erased one of these events. In
 * that case, the erasure event is built again.
 */
async function erase(
  tx: Tx,
  { workspaceId, seqs, by }: { workspaceId: string; seqs: readonly number[]; by: number },
): Promise<void> {
  const { rows } = await tx.raw<{ rows: { erased: number }[] }>(
    "select erase_events(?::uuid, ?::bigint[], ?::bigint) as erased",
    [workspaceId, [...seqs], by],
  );
  if (rows[0]?.erased !== seqs.length)
    throw new Error(`Only ${rows[0]?.erased} of ${counted(seqs.length, "event")} could be erased.`);
}

const uuidOf = (id: string): string[] => {
  const uuid = parseId("event", id);
  return uuid === undefined ? [] : [uuid];
};
