import { createHash } from "node:crypto";
import { erasureStays, eventNotInLog, formatId, parseId } from "@assay/contract";
import { canonicalize, erasureType } from "@assay/contract/wire";
import type { Deps } from "../deps.ts";
import type { EventKey } from "./append-batch.ts";
import { type EventRow, findEventsById } from "./event-queries.ts";

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
 * @throws ApiError 422 for an event that does not exist; 409 for one that tells of an erasure itself.
 */
export async function eraseEvents(
  deps: Pick<Deps, "evidence" | "now">,
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
          after: async (tx, { seq }) => {
            await tx.raw("select erase_events(?::uuid, ?::bigint[], ?::bigint)", [workspaceId, seqs, seq]);
          },
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
    return row;
  });
  return [...new Set(named)].filter(({ data }) => data !== null).sort((one, other) => one.seq - other.seq);
}
