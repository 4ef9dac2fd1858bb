// Rules for erasure: which events can be erased, and which event records an erasure. Shared by server and
// mock.
import { erasureType, type EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { erasureStays, eventNotInLog, restartStays } from "./evidence-refusals.ts";

/** The type of the first event in a log that was restarted after events were lost. */
export const restartType = "log_restarted";

/** The type of the event by which an operator accepts a log that differs from its sealed record. */
export const acceptanceType = "evidence_accepted";

/** Types of server events that cannot be erased, because they record changes to the log itself. */
export const lastingTypes: readonly string[] = [erasureType, restartType, acceptanceType];

/** The events to erase, with the reason. */
export interface ErasureRequest {
  events: readonly string[];
  reason: string;
}

/** Returns a key that is equal for requests with the same erasure. */
export const erasureText = ({ events, reason }: ErasureRequest): string =>
  canonicalize({ erase: events, reason });

/** Thrown if none of the requested events has data. In this case nothing is appended. */
export class NothingToErase extends Error {
  override readonly name = "NothingToErase";
}

/**
 * Builds the event that records an erasure.
 *
 * @param found the requested events that exist in the log, by id.
 * @param by the requesting API key; null if the events are erased because the retention period has ended.
 * @throws {ApiError} 422 for an unknown event; 409 for an event that cannot be erased.
 * @throws {NothingToErase} if none of the events has data.
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
    if (event.type === acceptanceType && event.origin === "server") throw restartStays(id, "an acceptance");
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

/** Runs an erasure. @returns the result; null if there was nothing to erase. */
export async function unlessErased<T>(erase: () => T | Promise<T>): Promise<T | null> {
  try {
    return await erase();
  } catch (error) {
    if (error instanceof NothingToErase) return null;
    throw error;
  }
}

/** Returns the response to an erasure. @param event the event that records it; null if there was nothing to erase. */
export const erasureToWire = (event: Pick<EvidenceEvent, "eventId" | "seq" | "data"> | null) => ({
  ok: true as const,
  eventId: event?.eventId ?? null,
  seq: event?.seq ?? null,
  erased: event ? erasedBy(event) : 0,
});

/** Returns the number of events that an erasure event records. */
export function erasedBy({ data }: Pick<EvidenceEvent, "data">): number {
  const seqs = data?.["seqs"];
  return Array.isArray(seqs) ? seqs.length : 0;
}
