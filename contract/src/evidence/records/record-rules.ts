// Determines which decisions are sealed, and when the log contradicts a record. Shared by server and mock.
import { isRecord } from "../../domain/values/is-record.ts";
import { depthOf } from "../../domain/values/depth-of.ts";
import { parseId } from "../../platform/ids.ts";
import { type KeyAgent, requireKeyAgent } from "../../workspace/key-agent.ts";
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
import { type RecordInclusion } from "../../wire/records/record-envelope.ts";
import type { InclusionProof } from "../../wire/evidence/evidence-proofs.ts";
import { notAnObjectText, readRecordText } from "../../wire/records/record-text.ts";

type Members = Record<string, unknown>;

/**
 * Reads the decision to seal from a body. The decision is the object in `decision` if that is the only
 * member, and otherwise the body itself.
 *
 * @param text the body as text; undefined if it is not UTF-8.
 * @throws {ApiError} 400 or 413 for a body without an unambiguous canonical form.
 */
export function decisionToSeal(text: string | undefined): Members {
  if (text === undefined) throw malformedJson("The body is not valid UTF-8; JSON must be sent as UTF-8.");
  if (text.trim() === "") throw malformedJson(emptyBodyText);
  const reading = readRecordText(text, limits.recordPayloadBytes);
  if (!reading.ok) throw unsealable(reading);
  const { value } = reading;
  const decision = isRecord(value["decision"]) && Object.keys(value).length === 1 ? value["decision"] : value;
  if (Object.keys(decision).length === 0) throw nothingToSeal();
  refuseDepth(decision);
  return decision;
}

/**
 * Refuses a body without anything to verify. Any other text is verified, and reported as invalid if it is not
 * a record.
 *
 * @param text the body as text; undefined if it is not UTF-8.
 * @throws {ApiError} 400 for an empty body, and for JSON other than an object.
 */
export function refuseNoRecord(text: string | undefined): void {
  const start = text?.trimStart();
  if (start === undefined || start.startsWith("{")) return;
  if (start === "") throw malformedJson(emptyBodyText);
  let value: unknown;
  try {
    value = JSON.parse(start);
  } catch {
    return;
  }
  throw unsealable({ code: "not_an_object", path: "", message: notAnObjectText(value) });
}

const emptyBodyText = "The body is empty; it must be an object.";

/** @throws {ApiError} 400 if the decision is too deep to be read back from an envelope. */
function refuseDepth(decision: Members): void {
  const depth = depthOf(decision);
  if (depth > limits.recordPayloadDepth) throw sealedTooDeep(depth);
}

/** Returns the id of a decision that may be in the log; undefined if there is none. */
export function decisionIdIn({ decisionId }: Members): string | undefined {
  return typeof decisionId === "string" && parseId("decision", decisionId) !== undefined
    ? decisionId
    : undefined;
}

/** Members of a response to `authorize` that are not in its event. They are omitted instead of sealed. */
const notLogged = new Set(["warnings", "obligations", "transform"]);

/**
 * Finds a member of a body that contradicts the log. Omitted members are not compared. A member that the log
 * does not contain is a contradiction, so that no reader can assume that it was sealed.
 */
export function contradictionOf(claimed: Members, event: EvidenceEvent): Contradiction | undefined {
  const { data } = event;
  if (data === null) return { path: "", claimed, held: null };
  const held = { ...data, ...derivedMembers(data), evidence: evidenceOf(event) };
  const compared = Object.entries(claimed).filter(([name]) => !notLogged.has(name));
  for (const [name, value] of compared) {
    // If the outcome is `ask`, this is the expiry time of the approval, which the log does not contain.
    if (name === "expiresAt" && data["outcome"] === "ask") continue;
    const own: unknown = Object.hasOwn(held, name) ? Reflect.get(held, name) : undefined;
    const found = differenceOf(value, own, [name]);
    if (found) return found;
  }
  return undefined;
}

const evidenceOf = ({ eventId, seq, leafHash }: EvidenceEvent): Members => ({ eventId, seq, leafHash });

/** Returns the members of a response that the event contains in a different form. */
function derivedMembers({ reasons, outcome, evaluatedAt, approvalId, replayOf }: Members): Members {
  const first: unknown = Array.isArray(reasons)
    ? reasons.find((reason) => isRecord(reason) && reason["outcome"] === outcome)
    : undefined;
  const { code, message, remedy } = isRecord(first) ? first : {};
  const context = { code, message, remedy, approvalId, approvalExpiresAt: anything };
  return {
    context,
    replayOf: replayOf ?? null,
    expiresAt: Number(evaluatedAt) + limits.decisionSeconds * 1000,
  };
}

/** Matches any value. Used for members that the log does not contain, if nothing depends on their value. */
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
  if (!isRecord(claimed)) return claimed === held ? undefined : difference(claimed, held, path);
  return isRecord(held) ? firstOf(Object.entries(claimed), held, path) : difference(claimed, held, path);
}

/**
 * Builds a contradiction that shows the logged value in canonical order, because the mock stores members in a
 * different order.
 */
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

/**
 * A quick first check for canonical texts that may contain a value that records exclude: U+0000, `__proto__`,
 * or an integer that is too large.
 */
const mayBeUnsealable = /\\u0000|"__proto__"|\d{16}/;

/**
 * Returns the payload of a logged decision.
 *
 * @throws {ApiError} 409 `evidence_conflict` if the event does not match its leaf; 400 if a record of the
 *   decision could not be read back.
 */
export function sealedPayload(event: EvidenceEvent): Members {
  if (!checkEvent(event).ok) throw eventAltered(event.seq);
  const payload = event.data ?? {};
  // The payload is validated before signing, because a request to authorize may contain values that records
  // exclude.
  const text = canonicalize(payload);
  if (text.length * 3 > limits.recordPayloadBytes || mayBeUnsealable.test(text)) {
    const reading = readRecordText(text, limits.recordPayloadBytes);
    if (!reading.ok) throw unsealable(reading);
  }
  refuseDepth(payload);
  return payload;
}

/**
 * Returns the contents to seal for a logged decision.
 *
 * @param claimed the decision in the request body.
 * @throws {ApiError} 403 `agent_mismatch` for a decision on an agent other than the agent of a bound API key;
 *   409 if the body contradicts the log or the event was altered; 400 if the decision cannot be sealed.
 */
export function recordedPayload(claimed: Members, event: EvidenceEvent, keyAgent: KeyAgent): Members {
  requireKeyAgent(keyAgent, event.data?.["agentId"], "/decisionId");
  const contradiction = contradictionOf(claimed, event);
  if (contradiction) throw decisionContradicted(decisionIdIn(claimed) ?? "", contradiction);
  return sealedPayload(event);
}

/** Returns a decision that is not in the log, as it was sent. @throws {ApiError} 403 `agent_mismatch`. */
export function assertedPayload(claimed: Members, keyAgent: KeyAgent): Members {
  if (Object.hasOwn(claimed, "agentId")) requireKeyAgent(keyAgent, claimed["agentId"], "/agentId");
  return claimed;
}

/** Combines a proof with the members of its event that connect the payload to the leaf. */
export function recordInclusion(event: EvidenceEvent, proof: InclusionProof): RecordInclusion {
  const { eventId, ts, receivedAt, session, type, origin, salt, dataCommit } = event;
  return {
    event: { eventId, ts, receivedAt, session, type, origin, salt, dataCommit },
    ...proof,
    hashes: [...proof.hashes],
  };
}
