// What is sealed, and when the log contradicts it. Server and mock decide it here.
import { depthOf } from "../../domain/values/depth-of.ts";
import { parseId } from "../../platform/ids.ts";
import { limits } from "../../platform/limits.ts";
import { malformedJson } from "../../platform/refusals.ts";
import { eventAltered } from "../log/evidence-refusals.ts";
import {
  type Contradiction,
  decisionContradicted,
  nothingToSeal,
  sealedTooDeep,
  unsealable,
} from "./record-refusals.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { checkEvent } from "../../wire/evidence/evidence-check.ts";
import type { EvidenceEvent } from "../../wire/evidence/evidence-event.ts";
import { jsonPointer } from "../../wire/json/json-pointer.ts";
import {
  recordedEvent,
  type RecordInclusion,
  type SealedRecord,
} from "../../wire/records/record-envelope.ts";
import type { InclusionProof } from "../../wire/evidence/evidence-proofs.ts";
import { readRecordText } from "../../wire/records/record-text.ts";

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The decision that a body wants sealed: the object that is its only member `decision`, else the body itself.
 *
 * @param text of the body; undefined: it is not UTF-8.
 * @throws {ApiError} 400 or 413 when it holds nothing that everyone reads and hashes alike.
 */
export function decisionToSeal(text: string | undefined): Members {
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  // An empty body counts as {}, as everywhere.
  const reading = readRecordText(text === "" ? "{}" : text, limits.recordPayloadBytes);
  if (!reading.ok) throw unsealable(reading);
  const { value } = reading;
  const decision = isObject(value["decision"]) && Object.keys(value).length === 1 ? value["decision"] : value;
  if (Object.keys(decision).length === 0) throw nothingToSeal();
  refuseDepth(decision);
  return decision;
}

/** @throws {ApiError} 400 for what could not be read back from its envelope. */
function refuseDepth(decision: Members): void {
  const depth = depthOf(decision);
  if (depth > limits.recordPayloadDepth) throw sealedTooDeep(depth);
}

/** The id by which a decision may be in the log; undefined when it has none. */
export function decisionIdIn({ decisionId }: Members): string | undefined {
  return typeof decisionId === "string" && parseId("decision", decisionId) !== undefined
    ? decisionId
    : undefined;
}

/** Members of an answer to `authorize` that its event does not hold: they are left out, not sealed. */
const notKept = new Set(["warnings", "obligations", "transform"]);

/**
 * Finds what a body says of a decision that the log does not say. What it leaves out does not matter; what it says and the
 * log does not hold is a contradiction: nobody may believe that it was sealed.
 */
export function contradictionOf(claimed: Members, event: EvidenceEvent): Contradiction | undefined {
  const { data } = event;
  if (data === null) return { path: "", claimed, held: null };
  const held = { ...data, ...answeredBesides(data), evidence: evidenceOf(event) };
  const told = Object.entries(claimed).filter(([name]) => !notKept.has(name));
  for (const [name, value] of told) {
    // Of an ask it is when its approval expires, which the log does not hold.
    if (name === "expiresAt" && data["outcome"] === "ask") continue;
    const own: unknown = Object.hasOwn(held, name) ? Reflect.get(held, name) : undefined;
    const found = differenceOf(value, own, [name]);
    if (found) return found;
  }
  return undefined;
}

const evidenceOf = ({ eventId, seq, leafHash }: EvidenceEvent): Members => ({ eventId, seq, leafHash });

/** What an answer says besides, and the event says in other words. */
function answeredBesides({ reasons, outcome, evaluatedAt, approvalId }: Members): Members {
  const first: unknown = Array.isArray(reasons)
    ? reasons.find((reason) => isObject(reason) && reason["outcome"] === outcome)
    : undefined;
  const { code, message, remedy } = isObject(first) ? first : {};
  const context = { code, message, remedy, approvalId, approvalExpiresAt: anything };
  return { context, expiresAt: Number(evaluatedAt) + limits.decisionSeconds * 1000 };
}

/** Stands for what the log does not hold and nothing follows from. */
const anything = Symbol("anything");

function differenceOf(
  claimed: unknown,
  held: unknown,
  path: readonly PropertyKey[],
): Contradiction | undefined {
  if (held === anything) return undefined;
  if (Array.isArray(claimed))
    return Array.isArray(held) && held.length === claimed.length
      ? firstOf(claimed.entries(), held, path)
      : difference(claimed, held, path);
  if (!isObject(claimed)) return claimed === held ? undefined : difference(claimed, held, path);
  return isObject(held) ? firstOf(Object.entries(claimed), held, path) : difference(claimed, held, path);
}

/** What is said and what is held, in one order: the log keeps data as its canonical form, a mock as it was made. */
function difference(claimed: unknown, held: unknown, path: readonly PropertyKey[]): Contradiction {
  const text = JSON.stringify(held);
  const shown: unknown = text === undefined ? undefined : JSON.parse(canonicalize(JSON.parse(text)));
  return { path: jsonPointer(path), claimed, held: shown };
}

function firstOf(
  members: Iterable<[string | number, unknown]>,
  held: object,
  path: readonly PropertyKey[],
): Contradiction | undefined {
  for (const [name, member] of members) {
    const own: unknown = Object.hasOwn(held, name) ? Reflect.get(held, name) : undefined;
    const found = differenceOf(member, own, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

/** Where a canonical text may hold what no record may: U+0000, `__proto__`, an integer that is too large. */
const mayBeUnsealable = /\\u0000|"__proto__"|\d{16}/;

/**
 * The payload of a decision that the log holds.
 *
 * @throws {ApiError} 409 `evidence_conflict` when the event is not what its leaf commits to; 400 when its record could not be
 * read back.
 */
export function sealedPayload(event: EvidenceEvent): Members {
  if (!checkEvent(event).ok) throw eventAltered(event.seq);
  const payload = event.data ?? {};
  // Decided before anything is signed: what was authorized may hold more than a record may.
  const text = canonicalize(payload);
  if (text.length * 3 > limits.recordPayloadBytes || mayBeUnsealable.test(text)) {
    const reading = readRecordText(text, limits.recordPayloadBytes);
    if (!reading.ok) throw unsealable(reading);
  }
  refuseDepth(payload);
  return payload;
}

/**
 * What is sealed of a decision that the log holds.
 *
 * @param claimed what was sent of it.
 * @throws {ApiError} 409 when the log says anything else of it, or the event was altered; 400 when it cannot be sealed.
 */
export function recordedPayload(claimed: Members, event: EvidenceEvent): Members {
  const contradiction = contradictionOf(claimed, event);
  if (contradiction) throw decisionContradicted(decisionIdIn(claimed) ?? "", contradiction);
  return sealedPayload(event);
}

/** A proof with the members of its event that lead from the payload to the leaf. */
export function recordInclusion(event: EvidenceEvent, proof: InclusionProof): RecordInclusion {
  const { eventId, ts, receivedAt, session, type, origin, salt, dataCommit } = event;
  return {
    event: { eventId, ts, receivedAt, session, type, origin, salt, dataCommit },
    ...proof,
    hashes: [...proof.hashes],
  };
}

/** What the log of a record's workspace holds. */
export interface HeldEvidence {
  /** The event of the decision that the payload names. */
  decision: EvidenceEvent | undefined;
  /** The event at the place that the inclusion proof names. */
  place: EvidenceEvent | undefined;
}

/** Whether two values have the same RFC 8785 form; faster than to write both. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null)
    return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)),
    )
  );
}

/**
 * How the log contradicts a record that is rightly signed: then the key is somebody else's too, or the log was changed.
 *
 * Of an erased decision the log holds the leaf alone; a record still leads to it.
 */
export function conflictOf(record: SealedRecord, { decision, place }: HeldEvidence): string | undefined {
  const { provenance, payload } = record;
  const id = JSON.stringify(payload["decisionId"] ?? null);
  if (provenance === "asserted")
    return decision && `The log holds the decision ${id}: its record would be recorded, not asserted.`;
  if (decision)
    return isSameJson(decision.data, payload)
      ? undefined
      : `The log holds another content of the decision ${id}.`;
  const leads = checkEvent(recordedEvent(record)).ok;
  const erased = place !== undefined && place.data === null;
  // A proof that does not lead to a leaf is refused for that; nothing shows that the log is contradicted.
  if (erased && (!leads || place.leafHash === record.inclusion?.leafHash)) return undefined;
  return `The log holds no decision ${id}.`;
}
