// Compares records with the log of their workspace. Shared by server and mock.
import { checkEvent } from "../../wire/evidence/evidence-check.ts";
import type { EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { isSameJson } from "../../wire/json/canonical-json.ts";
import { recordedEvent, type SealedRecord } from "../../wire/records/record-envelope.ts";
import type { LogComparison } from "../../wire/records/record-verdict.ts";
import { decisionIdIn } from "./record-rules.ts";

/** The parts of the log that concern a record of the workspace. */
export interface HeldEvidence {
  /** The event of the decision in the payload. */
  decision: EvidenceEvent | undefined;
  /** The event at the position of the inclusion proof. */
  place: EvidenceEvent | undefined;
}

/**
 * Compares a record that has a correct signature with the log of its workspace. A contradiction means that another party
 * has the key, or that the log was changed. If the log does not contradict an asserted record, this shows nothing about
 * the payload, and the detail says so.
 *
 * For an erased decision, the log contains only the leaf, but the proof in a record can still lead to that
 * leaf.
 */
export function compareRecord(record: SealedRecord, { decision, place }: HeldEvidence): LogComparison {
  const { provenance, payload } = record;
  const id = JSON.stringify(payload["decisionId"] ?? null);
  if (provenance === "asserted") return compareAsserted(record, decision);
  if (decision)
    return isSameJson(decision.data, payload)
      ? { agrees: true, detail: `The log of the workspace contains decision ${id} with the same contents.` }
      : { agrees: false, detail: `Decision ${id} has other contents in the log.` };
  const leads = checkEvent(recordedEvent(record)).ok;
  const erased = place !== undefined && place.data === null;
  // If the proof does not lead to a leaf, another check reports this. It does not count as a contradiction.
  if (erased && (!leads || place.leafHash === record.inclusion?.leafHash))
    return {
      agrees: true,
      detail: "The log contains only the leaf at this position, because the data was erased.",
    };
  return { agrees: false, detail: `Decision ${id} is not in the log.` };
}

function compareAsserted({ payload }: SealedRecord, decision: EvidenceEvent | undefined): LogComparison {
  const id = JSON.stringify(payload["decisionId"] ?? null);
  if (decision)
    return {
      agrees: false,
      detail: `Decision ${id} is in the log, so the provenance of its record must be "recorded", not "asserted".`,
    };
  const isNamed = decisionIdIn(payload) !== undefined;
  const what = isNamed
    ? `Decision ${id} is not in the log of the workspace`
    : "The payload names no logged decision";
  return { agrees: true, detail: `${what}, so the record only shows what the caller stated.` };
}
