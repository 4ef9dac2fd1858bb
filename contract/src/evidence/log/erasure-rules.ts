// Which events can be erased, and how an erasure is logged and shown. Server and mock go by the same rules.
import { erasureType, type EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { erasureStays, eventNotInLog, restartStays } from "./evidence-refusals.ts";

/** The type of the event that a log was begun anew with after events were lost. */
export const restartType = "log_restarted";

/** Types of the server's events that cannot be erased: they record what became of the log itself. */
export const lastingTypes: readonly string[] = [erasureType, restartType];

/** What is to be erased, and why. */
export interface ErasureRequest {
  events: readonly string[];
  reason: string;
}

/** What is equal for two requests that erase the same. */
export const erasureText = ({ events, reason }: ErasureRequest): string =>
  canonicalize({ erase: events, reason });

/** None of the named events has data any more, so that nothing is appended. */
export class NothingToErase extends Error {
  override readonly name = "NothingToErase";
}

/**
 * The event that an erasure is logged by.
 *
 * @param found the named events that the log has, by their ids.
 * @param by the API key that requests it; null: none does, as their time is over.
 * @throws {ApiError} 422 for an event that does not exist; 409 for one that stays.
 * @throws {NothingToErase}
 */
export function erasureEvent(
  found: ReadonlyMap<string, Pick<EvidenceEvent, "seq" | "type" | "origin" | "data">>,
  { events, reason }: ErasureRequest,
  { now, by }: { now: number; by: string | null },
) {
  const named = events.map((id, index) => {
    const event = found.get(id);
    if (!event) throw eventNotInLog(id, index);
    if (event.type === erasureType && event.origin === "server") throw erasureStays(id);
    if (event.type === restartType && event.origin === "server") throw restartStays(id);
    return event;
  });
  const erased = [...new Set(named)].filter(({ data }) => data !== null);
  if (erased.length === 0) throw new NothingToErase();
  const seqs = erased.map(({ seq }) => seq).sort((one, other) => one - other);
  return {
    type: erasureType,
    session: null,
    ts: now,
    receivedAt: now,
    origin: "server" as const,
    data: { seqs, reason, apiKey: by },
  };
}

/** How many events an erasure's event names. */
export function erasedBy({ data }: Pick<EvidenceEvent, "data">): number {
  const seqs = data?.["seqs"];
  return Array.isArray(seqs) ? seqs.length : 0;
}
