import { isRecord } from "../../domain/values/is-record.ts";
import { parseId } from "../../platform/ids.ts";
import { fromBase64Url, fromHex } from "../crypto/bytes.ts";
import { maxNoteCharacters } from "../crypto/signed-note.ts";
import { quoted } from "../http/quote.ts";
import { recordKind, recordPayloadTypes, type SealedRecord } from "./record-envelope.ts";

const isText = (value: unknown): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= 2048;
const isNote = (value: unknown): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= maxNoteCharacters;
const isMoment = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown): boolean => typeof value === "string" && fromHex(value, 32) !== undefined;
const isBytes = (value: unknown, length: number): boolean =>
  typeof value === "string" && fromBase64Url(value)?.length === length;

/** A rule for a member: its name, what is expected, and the check. */
type Rule = readonly [name: string, expected: string, isValid: (value: unknown) => boolean];

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUuid = (value: unknown): boolean => typeof value === "string" && uuid.test(value);
const isRecordId = (value: unknown): boolean =>
  typeof value === "string" && parseId("record", value) !== undefined;

const signatureRules: readonly Rule[] = [
  ["alg", '"Ed25519"', (value) => value === "Ed25519"],
  ["kid", "the thumbprint of a key, 32 bytes in base64url", (value) => isBytes(value, 32)],
  ["sig", "64 bytes in base64url without padding", (value) => isBytes(value, 64)],
];

const eventRules: readonly Rule[] = [
  ["eventId", "the id of an event", isText],
  ["ts", "milliseconds since 1970", isMoment],
  ["receivedAt", "milliseconds since 1970", isMoment],
  ["session", "a string or null", (value) => value === null || typeof value === "string"],
  ["type", '"policy_decision"', (value) => value === "policy_decision"],
  ["origin", '"server"', (value) => value === "server"],
  ["salt", "32 bytes in base64url without padding", (value) => isBytes(value, 32)],
  ["dataCommit", "a hash in lower-case hexadecimal", isHash],
];

const inclusionRules: readonly Rule[] = [
  ["event", "the event of the decision", isRecord],
  ["seq", "a position in the log", (value) => isMoment(value) && value !== 0],
  ["index", "a position in the tree", isMoment],
  ["leafHash", "a hash in lower-case hexadecimal", isHash],
  ["treeSize", "a size of the tree", isMoment],
  [
    "hashes",
    "hashes in lower-case hexadecimal",
    (value) => Array.isArray(value) && value.length <= 64 && value.every(isHash),
  ],
  ["rootHash", "a hash in lower-case hexadecimal", isHash],
  ["checkpoint", "a signed checkpoint", isNote],
];

const contentRules: readonly Rule[] = [
  ["id", "the id of a record", isRecordId],
  ["issuer", "a string", isText],
  ["workspaceId", "a UUID in lower case", isUuid],
  ["issuedAt", "milliseconds since 1970", isMoment],
  ["provenance", '"recorded" or "asserted"', (value) => value === "recorded" || value === "asserted"],
  ["payloadType", "a string", isText],
  ["payload", "an object", isRecord],
  ["payloadDigest", "a hash in lower-case hexadecimal", isHash],
  ["canonicalization", '"RFC8785"', (value) => value === "RFC8785"],
  ["signatures", "a list of one signature", (value) => Array.isArray(value) && value.length === 1],
];
const kindRule: Rule = ["kind", `"${recordKind}"`, (value) => value === recordKind];
const inclusionRule: Rule = ["inclusion", "a proof", isRecord];

/** Returns the first fault in the members of an object. */
function faultIn(value: unknown, rules: readonly Rule[], path = ""): string | undefined {
  if (!isRecord(value)) return `${path} is ${quoted(value)}; it must be an object.`;
  for (const [name, expected, isValid] of rules) {
    const at = `${path}/${name}`;
    if (!Object.hasOwn(value, name)) return `${at} is required: it must be ${expected}.`;
    if (!isValid(value[name])) return `${at} is ${quoted(value[name])}; it must be ${expected}.`;
  }
  const extra = Object.keys(value).find((name) => !rules.some(([known]) => known === name));
  return extra === undefined ? undefined : `${path}/${extra} is not a member of a record; it must be absent.`;
}

/** A record with valid members, or the fault that was found. */
export type RecordShape =
  | { ok: true; record: SealedRecord }
  | { ok: false; code: "malformed_record" | "kind_unsupported"; detail: string };

/**
 * Validates that an object has exactly the members of a record, each with a valid value. Only the signature
 * and the inclusion proof are not signed, and both are verified separately.
 */
export function recordShape(value: Record<string, unknown>): RecordShape {
  const { kind, provenance, payloadType } = value;
  if (typeof kind === "string" && kind !== recordKind) {
    const detail = `kind is ${quoted(kind)}; it must be ${recordKind}.`;
    return { ok: false, code: "kind_unsupported", detail };
  }
  const recorded = provenance === "recorded";
  const rules = [kindRule, ...contentRules, ...(recorded ? [inclusionRule] : [])];
  const detail =
    faultIn(value, rules) ??
    faultIn(Reflect.get(Object(value["signatures"]), 0), signatureRules, "/signatures/0") ??
    (recorded
      ? (faultIn(value["inclusion"], inclusionRules, "/inclusion") ??
        faultIn(Reflect.get(Object(value["inclusion"]), "event"), eventRules, "/inclusion/event"))
      : undefined) ??
    (payloadType === recordPayloadTypes[recorded ? "recorded" : "asserted"]
      ? undefined
      : `/payloadType is ${quoted(payloadType)}; with provenance ${quoted(provenance)} it must be ${recordPayloadTypes[recorded ? "recorded" : "asserted"]}.`);
  if (detail !== undefined) return { ok: false, code: "malformed_record", detail };
  // Safe: the rules above check every member.
  return { ok: true, record: value as unknown as SealedRecord };
}

/** Returns the record in a body, which is the body itself or its only member, `record` or `envelope`. */
export function unwrapped(value: Record<string, unknown>): Record<string, unknown> {
  const [name, ...more] = Object.keys(value);
  const within = name === "record" || name === "envelope" ? value[name] : undefined;
  return more.length === 0 && isRecord(within) ? within : value;
}
