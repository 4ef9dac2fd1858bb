import {
  erasureEvent,
  type ErasureRequest,
  erasureText,
  erasureToWire,
  unlessErased,
} from "@assay/contract/evidence/log/erasure-rules";
import { checkpointToWire } from "@assay/contract/evidence/log/evidence-rules";
import { proveConsistency, proveInclusion } from "@assay/contract/evidence/log/log-proofs";
import { exportedCheckpoint, exportedLine } from "@assay/contract/wire";
import { appendEvent, appendOnce, provableLog, signLog } from "./evidence-log.ts";
import type { EvidenceCall, EvidenceHandlers } from "./evidence-tables.ts";

function appendErasure({ caller: { workspace, apiKeyId }, clock }: EvidenceCall, request: ErasureRequest) {
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

export const evidenceHandlers: EvidenceHandlers<"evidence"> = {
  checkpoint: async (_, call) => checkpointToWire(await signLog(call)),
  inclusion: async ({ query }, call) => await proveInclusion(provableLog(call), query),
  consistency: async ({ query }, call) => await proveConsistency(provableLog(call), query),
  export: async (_, call) => {
    const lines = call.caller.workspace.evidence.events.map(exportedLine);
    const { note } = await signLog(call, lines.length);
    return lines.join("") + exportedCheckpoint(note);
  },
  erase: async ({ body }, call) =>
    erasureToWire(
      await unlessErased(() => appendOnce(call, erasureText(body), () => appendErasure(call, body))),
    ),
};
