import {
  erasedBy,
  erasureEvent,
  type ErasureRequest,
  erasureText,
  NothingToErase,
} from "@assay/contract/evidence/log/erasure-rules";
import {
  checkpointToWire,
  consistencyToWire,
  inclusionToWire,
  refuseBeyond,
  refuseConsistency,
  refuseInclusion,
} from "@assay/contract/evidence/log/evidence-rules";
import { notFound } from "@assay/contract/platform/refusals";
import {
  consistencyProof,
  exportedCheckpoint,
  exportedLine,
  fromHex,
  inclusionProof,
  rootOf,
} from "@assay/contract/wire";
import { appendEvent, appendOnce, fromLog, signLog } from "./evidence-log.ts";
import type { EvidenceCall, EvidenceHandlers, EvidenceTables } from "./evidence-tables.ts";

function seqOf({ evidence }: EvidenceTables, eventId: string): number {
  const event = evidence.events.find((one) => one.eventId === eventId);
  if (!event) throw notFound("event", eventId);
  return event.seq;
}

function erase({ caller: { workspace, apiKeyId }, clock }: EvidenceCall, request: ErasureRequest) {
  const { events, erased } = workspace.evidence;
  const found = new Map(events.map((event) => [event.eventId, event]));
  const erasure = erasureEvent(found, request, { now: clock.now(), by: apiKeyId });
  for (const seq of erasure.data.seqs) {
    const event = events[seq - 1];
    if (event?.data) erased.set(seq, event.data);
    if (event) Object.assign(event, { data: null, salt: null });
  }
  return appendEvent(workspace, erasure);
}

/** The proof that an event is in the log. @throws {ApiError} 404 without such an event; 400 for a size it is not in. */
export async function proveInclusion(
  call: EvidenceCall,
  query: { seq?: number | undefined; eventId?: string | undefined; size?: number | undefined },
) {
  const { workspace } = call.caller;
  const { events } = workspace.evidence;
  refuseBeyond("size", query.size, events.length);
  const seq = query.seq ?? seqOf(workspace, query.eventId ?? "");
  refuseInclusion({ seq, size: query.size }, events.length);
  const signed = await signLog(call, query.size);
  const leaf = fromHex(events[seq - 1]?.leafHash ?? "", 32) ?? new Uint8Array();
  const hashes = fromLog(workspace.evidence, inclusionProof(seq - 1, signed.size));
  return inclusionToWire(signed, { seq, leaf, hashes });
}

/** The routes of the log's proofs, its export, and erasure. */
export const evidenceHandlers: EvidenceHandlers<"evidence"> = {
  checkpoint: async (_, call) => ({ status: 200, body: checkpointToWire(await signLog(call)) }),
  inclusion: async ({ query }, call) => ({ status: 200, body: await proveInclusion(call, query) }),
  consistency: async ({ query }, call) => {
    const { evidence } = call.caller.workspace;
    const { first, second } = query;
    refuseConsistency(query, evidence.events.length);
    const signed = await signLog(call, second);
    const hashes = fromLog(evidence, consistencyProof(first, signed.size));
    const firstRoot = fromLog(evidence, rootOf(first));
    return { status: 200, body: consistencyToWire(signed, { first, firstRoot, hashes }) };
  },
  export: async (_, call) => {
    const lines = call.caller.workspace.evidence.events.map(exportedLine);
    const { note } = await signLog(call, lines.length);
    return { status: 200, body: lines.join("") + exportedCheckpoint(note) };
  },
  erase: ({ body }, call) => {
    try {
      const event = appendOnce(call, erasureText(body), () => erase(call, body));
      const { eventId, seq } = event;
      return { status: 200, body: { ok: true, eventId, seq, erased: erasedBy(event) } };
    } catch (error) {
      if (!(error instanceof NothingToErase)) throw error;
      return { status: 200, body: { ok: true, eventId: null, seq: null, erased: 0 } };
    }
  },
};
