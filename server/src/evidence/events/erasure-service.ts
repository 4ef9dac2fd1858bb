import { createHash } from "node:crypto";
import { erasureStays, eventNotInLog, restartStays } from "@assay/contract/evidence/log/evidence-refusals";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { counted } from "@assay/contract/domain";
import { canonicalize, erasureType } from "@assay/contract/wire";
import type { Tx } from "../../platform/db/transaction.ts";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { EventKey } from "./event-key.ts";
import { type EventRow, findEventsById } from "./event-queries.ts";
import { restartType } from "../log-queries.ts";

/** Events of the server's that stay whole, whatever else is erased: they tell what became of the log itself. */
export const lastingTypes: readonly string[] = [erasureType, restartType];

/** What is to be erased, and why. */
export interface ErasureRequest {
  events: readonly string[];
  reason: string;
}

/** What was erased; no event when there was nothing left to erase. */
export interface ErasureOutcome {
  event: { eventId: string; seq: number } | null;
  erased: number;
  replayed: boolean;
}

/** Nothing of what was named has data any more. */
class NothingToErase extends Error {
  override readonly name = "NothingToErase";
}

/**
 * Takes data and salt away from events, and tells of it in the log, in one transaction. `apiKeyId`: whose request it is;
 * null: nobody's, their time is over.
 *
 * @throws {ApiError} 422 for an event that does not exist; 409 for one that tells of an erasure or a new beginning.
 */
export async function eraseEvents(
  deps: Pick<EvidenceDeps, "evidence" | "now">,
  { workspaceId, apiKeyId }: { workspaceId: string; apiKeyId: string | null },
  { events, reason, key }: ErasureRequest & { key: string | undefined },
): Promise<ErasureOutcome> {
  const requestHash = createHash("sha256")
    .update(canonicalize({ erase: events, reason }))
    .digest();
  const idempotency: EventKey | undefined = key === undefined ? undefined : { key, requestHash };
  try {
    const { event, replayed } = await deps.evidence.writer.append(
      workspaceId,
      async ({ query }) => {
        const rows = await query((tx) => findEventsById(tx, workspaceId, events.flatMap(uuidOf)));
        const seqs = erasable(events, rows).map(({ seq }) => seq);
        if (seqs.length === 0) throw new NothingToErase();
        const at = deps.now().getTime();
        return {
          type: erasureType,
          session: null,
          ts: at,
          receivedAt: at,
          origin: "server",
          data: { seqs, reason, apiKey: apiKeyId && formatId("api_key", apiKeyId) },
          after: (tx, { seq }) => erase(tx, { workspaceId, seqs, by: seq }),
        };
      },
      idempotency,
    );
    const seqs: unknown = event.data?.["seqs"];
    return { event, erased: Array.isArray(seqs) ? seqs.length : 0, replayed };
  } catch (error) {
    if (error instanceof NothingToErase) return { event: null, erased: 0, replayed: false };
    throw error;
  }
}

/** @throws {Error} when an erasure in the same transaction took one of them: this one is then told anew, without it. */
async function erase(
  tx: Tx,
  { workspaceId, seqs, by }: { workspaceId: string; seqs: readonly number[]; by: number },
): Promise<void> {
  const { rows } = await tx.raw<{ rows: { erased: number }[] }>(
    "select erase_events(?::uuid, ?::bigint[], ?::bigint) as erased",
    [workspaceId, [...seqs], by],
  );
  if (rows[0]?.erased !== seqs.length)
    throw new Error(`Of ${counted(seqs.length, "event")} ${rows[0]?.erased} were there to be erased.`);
}

const uuidOf = (id: string): string[] => {
  const uuid = parseId("event", id);
  return uuid === undefined ? [] : [uuid];
};

/** Those of the named events that have data still. */
function erasable(events: readonly string[], rows: readonly EventRow[]): EventRow[] {
  const byId = new Map(rows.map((row) => [row.event_id, row]));
  const named = events.map((id, index) => {
    const row = byId.get(parseId("event", id) ?? "");
    if (!row) throw eventNotInLog(id, index);
    if (row.type === erasureType && row.origin === "server") throw erasureStays(id);
    if (row.type === restartType && row.origin === "server") throw restartStays(id);
    return row;
  });
  return [...new Set(named)].filter(({ data }) => data !== null).sort((one, other) => one.seq - other.seq);
}
