import { compareRecord } from "@assay/contract/evidence/records/record-comparison";
import {
  decisionToSeal,
  assertedPayload,
  recordedPayload,
  recordInclusion,
  refuseNoRecord,
} from "@assay/contract/evidence/records/record-rules";
import { loggedDecisionIn } from "@assay/contract/evidence/records/logged-decision";
import { proveInclusion } from "@assay/contract/evidence/log/log-proofs";
import { countingKeys } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import { evaluateRecord, type RecordLog, sealRecord } from "@assay/contract/wire";
import { provableLog, rootAt } from "./evidence-log.ts";
import { publicBase } from "../platform/http/public-base.ts";
import type { EvidenceCall, EvidenceHandlers, EvidenceTable, EvidenceTables } from "./evidence-tables.ts";

async function recorded(call: EvidenceCall, decision: Record<string, unknown>) {
  const { evidence } = call.caller.workspace;
  const event = loggedDecisionIn(evidence.events, decision);
  if (!event) return undefined;
  const payload = structuredClone(recordedPayload(decision, event, call.caller.keyAgent));
  // As on the server, use the largest checkpoint that covers the event, or sign a new one.
  const size = evidence.largestSigned >= event.seq ? evidence.largestSigned : undefined;
  const proof = await proveInclusion(provableLog(call), { seq: event.seq, size });
  return { payload, inclusion: recordInclusion(event, proof) };
}

/** Returns functions that compare a record with a mock's logs. */
function recordLogOf(workspaces: readonly EvidenceTables[]): RecordLog {
  const evidenceOf = (id: string): EvidenceTable | undefined =>
    workspaces.find(({ evidence }) => evidence.id === id)?.evidence;
  return {
    compare: async (record) => {
      const evidence = evidenceOf(record.workspaceId);
      const decision = evidence && loggedDecisionIn(evidence.events, record.payload);
      const place = evidence?.events[(record.inclusion?.seq ?? 0) - 1];
      return compareRecord(record, { decision, place });
    },
    signedAt: async ({ workspaceId }, { size, rootHash }) => {
      const evidence = evidenceOf(workspaceId);
      const isSigned = evidence && size <= evidence.events.length && rootAt(evidence, size) === rootHash;
      return isSigned ? 0 : undefined;
    },
  };
}

export const recordHandlers: EvidenceHandlers<"records"> = {
  sign: async (_, call) => {
    const decision = decisionToSeal(call.text());
    const { kid, seed } = await call.signer();
    const logged = await recorded(call, decision);
    const content = {
      id: call.newId("record"),
      issuer: publicBase(call),
      workspaceId: call.caller.workspace.evidence.id,
      issuedAt: call.clock.now(),
      payload: logged?.payload ?? assertedPayload(decision, call.caller.keyAgent),
    };
    const body = await sealRecord(content, { kid, seed }, logged?.inclusion);
    return call.commit(() => body);
  },
  verify: async (_, call) => {
    const text = call.text();
    refuseNoRecord(text);
    const { kid, publicKey } = await call.signer();
    const keys = countingKeys([{ kid, publicKey, status: "active", revokedAt: null }]);
    const log = recordLogOf(call.tables.workspaces);
    return await evaluateRecord(text, { keys, log });
  },
};
