import { limits } from "../../platform/limits.ts";
import { fromBase64Url } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { checkOptions } from "../evidence/check-options.ts";
import { decodeUtf8 } from "../json/json-text.ts";
import { verifyEd25519 } from "../crypto/ed25519.ts";
import type { VerifiedCheckpoint } from "../evidence/evidence-check.ts";
import { checkSavedCheckpoint, verifyInclusion } from "../evidence/evidence-proofs.ts";
import { type Ed25519Jwk, ed25519KeyOf, jwkThumbprint } from "../crypto/jwk.ts";
import {
  digestOf,
  inclusionProofOf,
  recordedEvent,
  type SealedRecord,
  signedBytes,
} from "./record-envelope.ts";
import { recordShape, unwrapped } from "./record-shape.ts";
import { readRecordText } from "./record-text.ts";
import type {
  RecordCheck,
  RecordFaultCode,
  RecordLog,
  RecordVerdict,
  RecordVerification,
  VerifyRecordOptions,
} from "./record-verdict.ts";
import { type TrustedKeys, trustedKeys } from "../crypto/trusted-keys.ts";

type Finding = readonly [name: RecordCheck["name"], code: RecordFaultCode | undefined, detail: string];
/** Takes what was found. */
type Note = (...finding: Finding) => void;

/**
 * Whether a record is what was signed. Needs no network.
 *
 * What is said is that the key signed exactly this; of a `recorded` one also that it is the data of an event of a log that
 * the key signed. Whoever has the private key can make both: only the server, which has the log, sees through that.
 *
 * @param record the record as text or bytes, which is best, or parsed; bare, or as the only member `record` or `envelope`.
 * @returns never rejects for a record, whatever it is. @throws {TypeError} for keys that are none and options there are not; DOMException where WebCrypto has no Ed25519.
 */
export async function verifyRecord(
  record: unknown,
  options: VerifyRecordOptions,
): Promise<RecordVerification> {
  checkOptions(options, { keys: true, issuer: true, workspaceId: true, trusted: true });
  const { issuer, workspaceId, ...held } = { ...options };
  const { read, verdict } = await judge(record, { ...held, keys: trustedKeys(held.keys) });
  if (!read || !verdict.valid || (issuer === undefined && workspaceId === undefined)) return verdict;
  const detail =
    (issuer ?? read.issuer) === read.issuer
      ? (workspaceId ?? read.workspaceId) === read.workspaceId
        ? undefined
        : `It is of the workspace ${read.workspaceId}; it must be of ${workspaceId}.`
      : `Its issuer is ${read.issuer}; it must be ${issuer}.`;
  const check = {
    name: "issuer" as const,
    ok: detail === undefined,
    detail: detail ?? "It is whose it must be.",
  };
  const checks = [...verdict.checks, check];
  return check.ok ? { ...verdict, checks } : { ...verdict, valid: false, code: "other_issuer", checks };
}

/** What a record is held against where its log may be at hand. */
type JudgeOptions = Omit<VerifyRecordOptions, "issuer" | "workspaceId"> & {
  keys: TrustedKeys;
  log?: RecordLog | undefined;
};

/** Whether a record is what was signed, and what the log says where it is at hand. @see verifyRecord */
export const evaluateRecord = async (record: unknown, options: JudgeOptions): Promise<RecordVerdict> =>
  (await judge(record, options)).verdict;

async function judge(
  given: unknown,
  options: JudgeOptions,
): Promise<{ read: SealedRecord | undefined; verdict: RecordVerdict }> {
  const { record, finding } = readRecord(given);
  const checks: RecordCheck[] = [];
  let code: RecordVerdict["code"] = "ok";
  const note: Note = (name, fault, detail) => {
    checks.push({ name, ok: fault === undefined, detail });
    // What once did not hold stays so.
    if (code === "ok") code = fault ?? "ok";
  };
  note(...finding);
  if (record) await look(record, options, note);
  const verdict = {
    valid: record !== undefined && code === "ok",
    code,
    checks,
    kid: record?.signatures[0]?.kid ?? null,
    issuedAt: record?.issuedAt ?? null,
    provenance: record?.provenance ?? null,
  };
  return { read: record, verdict };
}

function textOf(given: unknown): string | undefined {
  if (typeof given === "string") return given;
  if (given instanceof Uint8Array) return decodeUtf8(given);
  try {
    return JSON.stringify(given);
  } catch {
    // Inside itself, or a bigint: no JSON.
    return undefined;
  }
}

function readRecord(given: unknown): { record?: SealedRecord; finding: Finding } {
  const text = textOf(given);
  if (text === undefined) return { finding: ["shape", "malformed_record", "It is no JSON in UTF-8."] };
  const reading = readRecordText(text, limits.recordBytes, true);
  if (!reading.ok) {
    const code = reading.code === "duplicate_key" ? "duplicate_key" : "malformed_record";
    return { finding: ["shape", code, reading.message] };
  }
  const shape = recordShape(unwrapped(reading.value));
  if (!shape.ok) return { finding: ["shape", shape.code, shape.detail] };
  return {
    record: shape.record,
    finding: ["shape", undefined, "It has the members of a record and no others."],
  };
}

interface FoundKey {
  publicKey: Uint8Array;
  /** Milliseconds since 1970; undefined: it counts. */
  revokedAt?: number;
}

/** The key of a name. Names are computed: what a key set calls its keys does not matter. */
function keyNamed(kid: string, { keys, revoked = [] }: TrustedKeys): FoundKey | undefined {
  const named = (jwks: readonly object[]): object | undefined =>
    // What a key can be read from is one of Ed25519.
    jwks.find((jwk) => ed25519KeyOf(jwk) && jwkThumbprint(jwk as Ed25519Jwk) === kid);
  // A key that is said to count and to be revoked is revoked.
  const bad = named(revoked);
  const publicKey = ed25519KeyOf(bad ?? named(keys));
  if (!publicKey) return undefined;
  if (!bad) return { publicKey };
  const revokedAt: unknown = Reflect.get(bad, "revokedAt");
  return { publicKey, revokedAt: typeof revokedAt === "number" ? revokedAt : 0 };
}

async function look(record: SealedRecord, options: JudgeOptions, note: Note): Promise<void> {
  const payload = canonicalize(record.payload);
  if (digestOf(payload) !== record.payloadDigest)
    return note(
      "payload",
      "payload_digest_mismatch",
      "The payload is not the one that its digest is of: it was altered.",
    );
  note("payload", undefined, "The payload is the one that its digest is of.");
  const [signed] = record.signatures;
  const { kid, sig } = signed ?? { kid: "", sig: "" };
  const key = keyNamed(kid, options.keys);
  if (!key) return note("key", "kid_unknown", `The key ${kid} is none of those that are trusted.`);
  const { publicKey, revokedAt } = key;
  note(
    "key",
    undefined,
    `The key ${kid} is ${revokedAt === undefined ? "trusted" : "one that was revoked"}.`,
  );
  const signature = fromBase64Url(sig) ?? new Uint8Array();
  if (!(await verifyEd25519(publicKey, signedBytes(record, payload), signature)))
    return note(
      "signature",
      "signature_invalid",
      "The signature is not one of this key over this record: it was altered.",
    );
  note("signature", undefined, "The signature is right.");
  if (revokedAt !== undefined && !record.inclusion)
    return note("revocation", "kid_revoked", `The key ${kid} was revoked, and no log bears the record out.`);
  await lookAtEvidence(record, { ...options, revokedAt }, note);
}

async function lookAtEvidence(
  record: SealedRecord,
  options: JudgeOptions & { revokedAt: number | undefined },
  note: Note,
): Promise<void> {
  const { log, revokedAt, keys, trusted = [] } = options;
  const conflict = await log?.conflictWith(record);
  if (conflict !== undefined) return note("evidence", "evidence_conflict", conflict);
  if (log) note("evidence", undefined, "The log says nothing else.");
  const { inclusion } = record;
  if (!inclusion) return;
  // What a revoked key signed is looked at, too: whether it was signed before is asked afterwards.
  const counting = revokedAt === undefined ? keys : { keys: [...keys.keys, ...(keys.revoked ?? [])] };
  const event = recordedEvent(record);
  const proven = await verifyInclusion(inclusionProofOf(inclusion), { keys: counting, event });
  const { checkpoint } = proven;
  if (!proven.valid || !checkpoint) return note("inclusion", "inclusion_invalid", proven.detail);
  if (!isLogOf(record.workspaceId, checkpoint.origin))
    return note("inclusion", "inclusion_invalid", `The proof is of the log ${checkpoint.origin}.`);
  note("inclusion", undefined, proven.detail);
  const signedAt = await log?.signedAt(record, checkpoint);
  if (log && signedAt === undefined)
    return note(
      "evidence",
      "evidence_conflict",
      "The log was never signed in the state that the proof leads to.",
    );
  if (revokedAt === undefined) return;
  const before = log ? (signedAt ?? revokedAt) < revokedAt : await isKept(checkpoint, trusted, keys);
  if (before)
    note("revocation", undefined, "The log was signed with the decision in it before the key was revoked.");
  else
    note(
      "revocation",
      "kid_revoked",
      "The key was revoked, and nothing shows that the proof is from before.",
    );
}

/** Whether a log is one of a workspace's: the first, or one that was begun anew. */
const isLogOf = (workspaceId: string, origin: string): boolean =>
  origin === `assay/log/${workspaceId}` ||
  (origin.startsWith(`assay/log/${workspaceId}/`) && /\/[1-9]\d*$/.test(origin));

async function isKept(
  { origin, size, rootHash }: VerifiedCheckpoint,
  trusted: readonly string[],
  keys: TrustedKeys,
): Promise<boolean> {
  for (const note of trusted) {
    const { ok, ...kept } = await checkSavedCheckpoint(note, { keys, origin });
    if (ok && "value" in kept && kept.value?.size === size && kept.value.rootHash === rootHash) return true;
  }
  return false;
}
