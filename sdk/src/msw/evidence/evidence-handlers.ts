import {
  erasureStays,
  eventNotInLog,
  noEventAt,
  sizeBefore,
} from "@assay/contract/evidence/log/evidence-refusals";
import { notFound } from "@assay/contract/platform/refusals";
import {
  canonicalize,
  consistencyProof,
  erasureType,
  type EvidenceEvent,
  exportedCheckpoint,
  exportedLine,
  inclusionProof,
  toHex,
} from "@assay/contract/wire";
import { appendEvent, appendOnce, fromLog, rootAt, signState, sizeOf } from "./evidence-log.ts";
import type { EvidenceCall, EvidenceHandlers, EvidenceTables } from "./evidence-tables.ts";

function seqOf(
  { evidence }: EvidenceTables,
  { seq, eventId = "" }: { seq?: number | undefined; eventId?: string | undefined },
) {
  if (seq !== undefined) return seq;
  const event = evidence.events.find((one) => one.eventId === eventId);
  if (!event) throw notFound("event", eventId);
  return event.seq;
}

/** Those of the named events that have data still. */
function erasable({ evidence }: EvidenceTables, ids: readonly string[]): EvidenceEvent[] {
  const named = ids.map((id, index) => {
    const event = evidence.events.find(({ eventId }) => eventId === id);
    if (!event) throw eventNotInLog(id, index);
    if (event.type === erasureType && event.origin === "server") throw erasureStays(id);
    return event;
  });
  return [...new Set(named)].filter(({ data }) => data !== null).sort((one, other) => one.seq - other.seq);
}

/** Nothing of what was named has data any more. */
class NothingToErase extends Error {}

function erase(
  { caller: { workspace, apiKeyId }, clock }: EvidenceCall,
  ids: readonly string[],
  reason: string,
) {
  const erased = erasable(workspace, ids);
  if (erased.length === 0) throw new NothingToErase();
  const at = clock.now();
  const data = { seqs: erased.map(({ seq }) => seq), reason, apiKey: apiKeyId };
  for (const event of erased) {
    if (event.data) workspace.evidence.erased.set(event.seq, event.data);
    event.data = null;
    event.salt = null;
  }
  return appendEvent(workspace, {
    type: erasureType,
    session: null,
    ts: at,
    receivedAt: at,
    origin: "server",
    data,
  });
}

/** The proof that an event is in the log. @throws {ApiError} 404 without such an event; 400 for a size it is not in. */
export async function proveInclusion(
  call: EvidenceCall,
  query: { seq?: number | undefined; eventId?: string | undefined; size?: number | undefined },
) {
  const { workspace } = call.caller;
  const logSize = sizeOf(workspace, "size", query.size);
  const seq = seqOf(workspace, query);
  if (seq > logSize) throw noEventAt(seq, logSize);
  if (query.size !== undefined && query.size < seq) throw sizeBefore("size", query.size, seq);
  const { size: treeSize, rootHash, checkpoint } = await signState(call, query.size);
  const { leafHash = "" } = workspace.evidence.events[seq - 1] ?? {};
  const hashes = fromLog(workspace.evidence, inclusionProof(seq - 1, treeSize)).map(toHex);
  return { seq, index: seq - 1, leafHash, treeSize, hashes, rootHash, checkpoint };
}

/** The routes of the log's proofs, its export, and erasure. */
export const evidenceHandlers: EvidenceHandlers<"evidence"> = {
  checkpoint: async (_, call) => ({ status: 200, body: await signState(call) }),
  inclusion: async ({ query }, call) => ({ status: 200, body: await proveInclusion(call, query) }),
  consistency: async ({ query: { first, second } }, call) => {
    const { workspace } = call.caller;
    sizeOf(workspace, "first", first);
    sizeOf(workspace, "second", second);
    if (second !== undefined && second < first) throw sizeBefore("second", second, first);
    const { size, rootHash: secondRoot, checkpoint } = await signState(call, second);
    const hashes = fromLog(workspace.evidence, consistencyProof(first, size)).map(toHex);
    const firstRoot = rootAt(workspace.evidence, first);
    return { status: 200, body: { first, second: size, hashes, firstRoot, secondRoot, checkpoint } };
  },
  export: async (_, call) => {
    const lines = call.caller.workspace.evidence.events.map(exportedLine);
    const { checkpoint } = await signState(call, lines.length);
    return { status: 200, body: lines.join("") + exportedCheckpoint(checkpoint) };
  },
  erase: ({ body: { events, reason } }, call) => {
    try {
      const request = canonicalize({ erase: events, reason });
      const { eventId, seq, data } = appendOnce(call, request, () => erase(call, events, reason));
      const seqs: unknown = data?.["seqs"];
      return { status: 200, body: { ok: true, eventId, seq, erased: Array.isArray(seqs) ? seqs.length : 0 } };
    } catch (error) {
      if (!(error instanceof NothingToErase)) throw error;
      return { status: 200, body: { ok: true, eventId: null, seq: null, erased: 0 } };
    }
  },
};
