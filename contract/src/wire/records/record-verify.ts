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
/** Adds a finding to the result. */
type Note = (...finding: Finding) => void;

/**
 * Verifies a record offline.
 *
 * A valid result proves that the key signed exactly this record. For a `recorded` payload, it also proves
 * that the payload is the data of an event in a log that the key signed. The holder of the private key can
 * forge both. Only the server, which has the log, can detect that.
 *
 * @param record the record as text or bytes (preferred) or as a parsed value; either bare, or as the only
 *   member `record` or `envelope`.
 * @returns the result. Invalid records do not throw.
 * @throws {TypeError} for invalid keys and unknown options. Throws a DOMException if WebCrypto does not
 *   support Ed25519.
 */
export async function verifyRecord(
  record: unknown,
  options: VerifyRecordOptions,
): Promise<RecordVerification> {
  checkOptions(options, { keys: true, issuer: true, workspaceId: true, trusted: true });
  const { issuer, workspaceId, ...rest } = { ...options };
  const { read, verdict } = await evaluate(record, { ...rest, keys: trustedKeys(rest.keys) });
  if (!read || !verdict.valid || (issuer === undefined && workspaceId === undefined)) return verdict;
  const detail =
    (issuer ?? read.issuer) === read.issuer
      ? (workspaceId ?? read.workspaceId) === read.workspaceId
        ? undefined
        : `workspaceId is ${read.workspaceId}; it must be ${workspaceId}.`
      : `issuer is ${read.issuer}; it must be ${issuer}.`;
  const check = {
    name: "issuer" as const,
    ok: detail === undefined,
    detail: detail ?? "Issuer and workspace match.",
  };
  const checks = [...verdict.checks, check];
  return check.ok ? { ...verdict, checks } : { ...verdict, valid: false, code: "other_issuer", checks };
}

/** Options for a verification that may include a log. */
type EvaluationOptions = Omit<VerifyRecordOptions, "issuer" | "workspaceId"> & {
  keys: TrustedKeys;
  log?: RecordLog | undefined;
};

/** Verifies a record, and compares it with its log if the log is available. @see verifyRecord */
export const evaluateRecord = async (record: unknown, options: EvaluationOptions): Promise<RecordVerdict> =>
  (await evaluate(record, options)).verdict;

async function evaluate(
  given: unknown,
  options: EvaluationOptions,
): Promise<{ read: SealedRecord | undefined; verdict: RecordVerdict }> {
  const { record, finding } = readRecord(given);
  const checks: RecordCheck[] = [];
  let code: RecordVerdict["code"] = "ok";
  const note: Note = (name, fault, detail) => {
    checks.push({ name, ok: fault === undefined, detail });
    // The first fault determines the code.
    if (code === "ok") code = fault ?? "ok";
  };
  note(...finding);
  if (record) await checkContent(record, options, note);
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
    // The value contains a cycle or a bigint, which JSON cannot represent.
    return undefined;
  }
}

function readRecord(given: unknown): { record?: SealedRecord; finding: Finding } {
  const text = textOf(given);
  if (text === undefined)
    return { finding: ["shape", "malformed_record", "The record is not JSON in UTF-8."] };
  const reading = readRecordText(text, limits.recordBytes, true);
  if (!reading.ok) {
    const code = reading.code === "duplicate_key" ? "duplicate_key" : "malformed_record";
    return { finding: ["shape", code, reading.message] };
  }
  const shape = recordShape(unwrapped(reading.value));
  if (!shape.ok) return { finding: ["shape", shape.code, shape.detail] };
  return {
    record: shape.record,
    finding: ["shape", undefined, "The record has all required members, and no other members."],
  };
}

interface FoundKey {
  publicKey: Uint8Array;
  /** Revocation time, in milliseconds since 1970; undefined if the key is not revoked. */
  revokedAt?: number;
}

/** Returns the key with a thumbprint. The thumbprint is computed, and the `kid` in the key set is ignored. */
function keyNamed(kid: string, { keys, revoked = [] }: TrustedKeys): FoundKey | undefined {
  const named = (jwks: readonly object[]): object | undefined =>
    // Safe: only Ed25519 keys have a readable key.
    jwks.find((jwk) => ed25519KeyOf(jwk) && jwkThumbprint(jwk as Ed25519Jwk) === kid);
  // A key that is in both lists is revoked.
  const bad = named(revoked);
  const publicKey = ed25519KeyOf(bad ?? named(keys));
  if (!publicKey) return undefined;
  if (!bad) return { publicKey };
  const revokedAt: unknown = Reflect.get(bad, "revokedAt");
  return { publicKey, revokedAt: typeof revokedAt === "number" ? revokedAt : 0 };
}

async function checkContent(record: SealedRecord, options: EvaluationOptions, note: Note): Promise<void> {
  const payload = canonicalize(record.payload);
  if (digestOf(payload) !== record.payloadDigest)
    return note(
      "payload",
      "payload_digest_mismatch",
      "The payload was altered: it does not match payloadDigest.",
    );
  note("payload", undefined, "The payload matches payloadDigest.");
  const [signed] = record.signatures;
  const { kid, sig } = signed ?? { kid: "", sig: "" };
  const key = keyNamed(kid, options.keys);
  if (!key) return note("key", "kid_unknown", `The key ${kid} is not trusted.`);
  const { publicKey, revokedAt } = key;
  note("key", undefined, `The key ${kid} is ${revokedAt === undefined ? "trusted" : "revoked"}.`);
  const signature = fromBase64Url(sig) ?? new Uint8Array();
  if (!(await verifyEd25519(publicKey, signedBytes(record, payload), signature)))
    return note(
      "signature",
      "signature_invalid",
      "A signed member was altered: the signature of the key does not match the record.",
    );
  note("signature", undefined, "The signature is valid.");
  if (revokedAt !== undefined && !record.inclusion)
    return note(
      "revocation",
      "kid_revoked",
      `The key ${kid} was revoked, and the record has no proof in a log.`,
    );
  await checkEvidence(record, { ...options, revokedAt }, note);
}

async function checkEvidence(
  record: SealedRecord,
  options: EvaluationOptions & { revokedAt: number | undefined },
  note: Note,
): Promise<void> {
  const { log, revokedAt, keys, trusted = [] } = options;
  const compared = await log?.compare(record);
  if (compared?.agrees === false) return note("evidence", "evidence_conflict", compared.detail);
  if (compared) note("evidence", undefined, compared.detail);
  const { inclusion } = record;
  if (!inclusion) return;
  // Accepts signatures by revoked keys; the time of signing is verified afterwards.
  const counting = revokedAt === undefined ? keys : { keys: [...keys.keys, ...(keys.revoked ?? [])] };
  const event = recordedEvent(record);
  const proven = await verifyInclusion(inclusionProofOf(inclusion), { keys: counting, event });
  const { checkpoint } = proven;
  if (!proven.valid || !checkpoint) return note("inclusion", "inclusion_invalid", proven.detail);
  if (!isLogOf(record.workspaceId, checkpoint.origin))
    return note(
      "inclusion",
      "inclusion_invalid",
      `The proof belongs to the log ${checkpoint.origin}; it must belong to a log of the workspace.`,
    );
  note("inclusion", undefined, proven.detail);
  const signedAt = await log?.signedAt(record, checkpoint);
  if (log && signedAt === undefined)
    return note(
      "evidence",
      "evidence_conflict",
      "The checkpoint of the proof is not a signed state of the log.",
    );
  if (revokedAt === undefined) return;
  const before = log ? (signedAt ?? revokedAt) < revokedAt : await isSaved(checkpoint, trusted, keys);
  if (before) note("revocation", undefined, "The decision was in the signed log before the key was revoked.");
  else
    note("revocation", "kid_revoked", "The key was revoked, and no evidence shows that the proof is older.");
}

/**
 * Returns whether a log belongs to a workspace: it is the workspace's first log, or a log after a restart.
 */
const isLogOf = (workspaceId: string, origin: string): boolean =>
  origin === `assay/log/${workspaceId}` ||
  (origin.startsWith(`assay/log/${workspaceId}/`) && /\/[1-9]\d*$/.test(origin));

async function isSaved(
  { origin, size, rootHash }: VerifiedCheckpoint,
  trusted: readonly string[],
  keys: TrustedKeys,
): Promise<boolean> {
  for (const note of trusted) {
    const { ok, ...saved } = await checkSavedCheckpoint(note, { keys, origin });
    if (ok && "value" in saved && saved.value?.size === size && saved.value.rootHash === rootHash)
      return true;
  }
  return false;
}
