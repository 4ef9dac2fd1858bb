import { isRecord } from "../../domain/values/is-record.ts";
import { equalBytes, fromBase64Url, fromHex, toHex } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { verifySignatures } from "../crypto/signed-note.ts";
import { readCheckpoint } from "./checkpoint.ts";
import {
  dataCommitOf,
  erasureType,
  eventIdOf,
  eventLeafHash,
  type EvidenceEvent,
  saltLength,
} from "./evidence-event.ts";
import { type Ed25519Jwk, ed25519KeyOf, jwkThumbprint } from "../crypto/jwk.ts";
import { quoted } from "../http/quote.ts";
import type { TrustedKeys } from "../crypto/trusted-keys.ts";

/** The reasons why a verification can fail. */
export type EvidenceFaultCode =
  | "malformed"
  | "checkpoint_malformed"
  | "other_log"
  | "key_unknown"
  | "key_revoked"
  | "signature_invalid"
  | "data_altered"
  | "event_altered"
  | "id_altered"
  | "seq_wrong"
  | "erasure_unproven"
  | "inclusion_invalid"
  | "consistency_invalid"
  | "truncated"
  | "root_mismatch"
  | "history_rewritten";

/** A fault that was found in evidence. */
export interface EvidenceFault {
  code: EvidenceFaultCode;
  detail: string;
}

/** A checkpoint with a valid signature. */
export interface VerifiedCheckpoint {
  origin: string;
  size: number;
  /** Root hash in lower-case hexadecimal. */
  rootHash: string;
  /** Thumbprint of the signing key. */
  kid: string;
}

/** A verified checkpoint with the signatures that were ignored. */
export interface SignedCheckpoint {
  checkpoint: VerifiedCheckpoint;
  /** Number of signatures by unknown names or keys, for example by witnesses. */
  otherSignatures: number;
}

/** A verified value, or the fault that was found. */
export type Checked<T> = { ok: true; value: T } | ({ ok: false } & EvidenceFault);

const fault = (code: EvidenceFaultCode, detail: string): { ok: false } & EvidenceFault => ({
  ok: false,
  code,
  detail,
});

/**
 * Verifies that a trusted key signed a checkpoint. Signatures by unknown names or keys are ignored; a wrong
 * signature by a known key is a fault, even if another signature is valid.
 *
 * @param options.origin the name of the log; if absent, checkpoints of any log are accepted.
 */
export async function checkCheckpoint(
  text: unknown,
  { keys, origin }: { keys: TrustedKeys; origin?: string | undefined },
): Promise<Checked<SignedCheckpoint>> {
  const checkpoint = typeof text === "string" ? readCheckpoint(text) : undefined;
  if (!checkpoint)
    return fault("checkpoint_malformed", "The checkpoint is not a signed note of origin, size and root.");
  if (origin !== undefined && checkpoint.origin !== origin)
    return fault(
      "other_log",
      `The checkpoint belongs to the log ${quoted(checkpoint.origin)}; it must belong to ${quoted(origin)}.`,
    );
  const [trusted, revoked] = knownKeys(keys);
  const publicKeys = [...trusted, ...revoked].map((key) => key.publicKey);
  const signatures = await verifySignatures(checkpoint.note, checkpoint.origin, publicKeys);
  const { signers, isWrong, others } = signatures;
  if (isWrong)
    return fault("signature_invalid", "The signature of a known key does not match the checkpoint.");
  const signer = signers.flatMap((index) => trusted[index] ?? [])[0];
  if (signer) {
    const { size, root } = checkpoint;
    const state = { origin: checkpoint.origin, size, rootHash: toHex(root) };
    return { ok: true, value: { checkpoint: { ...state, kid: signer.kid }, otherSignatures: others } };
  }
  const revokedSigner = signers.flatMap((index) => revoked[index - trusted.length] ?? [])[0];
  if (revokedSigner)
    return fault("key_revoked", `The checkpoint is signed by the revoked key ${revokedSigner.kid}.`);
  return fault("key_unknown", "The checkpoint does not have a signature of a trusted key.");
}

interface KnownKey {
  kid: string;
  publicKey: Uint8Array;
}

const readKeys = (jwks: readonly object[]): KnownKey[] =>
  jwks.flatMap((jwk) => {
    const [publicKey, kid] = [ed25519KeyOf(jwk), kidOf(jwk)];
    return publicKey && kid !== undefined ? [{ kid, publicKey }] : [];
  });

/**
 * Returns the trusted and the revoked Ed25519 keys. If a key is in both lists, it counts as revoked, because
 * it was revoked after the list was saved.
 */
function knownKeys(keys: TrustedKeys): [trusted: KnownKey[], revoked: KnownKey[]] {
  const revoked = readKeys(keys.revoked ?? []);
  const revokedKids = new Set(revoked.map(({ kid }) => kid));
  return [readKeys(keys.keys).filter(({ kid }) => !revokedKids.has(kid)), revoked];
}

/**
 * Computes a key's thumbprint, regardless of its `kid`. Returns undefined for values that are not Ed25519
 * keys.
 */
const kidOf = (jwk: object): string | undefined =>
  // Safe: only Ed25519 keys have a readable key.
  ed25519KeyOf(jwk) && jwkThumbprint(jwk as Ed25519Jwk);

const members = [
  "data",
  "dataCommit",
  "eventId",
  "leafHash",
  "origin",
  "receivedAt",
  "salt",
  "seq",
  "session",
  "ts",
  "type",
] as const;

const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
/** Returns whether a value has exactly the members of an event, each with the right type. */
export function isEventShape(value: unknown): value is EvidenceEvent {
  if (!isRecord(value)) return false;
  const names = Object.keys(value).toSorted();
  if (names.length !== members.length || !names.every((name, at) => name === members[at])) return false;
  const { seq, ts, receivedAt, session, type, origin, eventId, data, salt, dataCommit, leafHash } = value;
  return (
    isCount(seq) &&
    seq > 0 &&
    isCount(ts) &&
    isCount(receivedAt) &&
    (session === null || typeof session === "string") &&
    [type, eventId, dataCommit, leafHash].every((text) => typeof text === "string") &&
    (origin === "server" || origin === "caller") &&
    (data === null ? salt === null : isRecord(data) && typeof salt === "string")
  );
}

/**
 * Verifies that an event matches its leaf: data, members and id. Does not prove that the leaf is in the log.
 *
 * @returns the event and its leaf. Erased data cannot be verified.
 */
export function checkEvent(event: unknown): Checked<{ event: EvidenceEvent; leaf: Uint8Array }> {
  if (!isEventShape(event))
    return fault("malformed", "The value is not an event: a member is missing, unknown, or of another type.");
  const commit = fromHex(event.dataCommit, 32);
  const leaf = fromHex(event.leafHash, 32);
  if (!commit || !leaf)
    return fault(
      "malformed",
      "dataCommit or leafHash is malformed; it must be 32 bytes in lower-case hexadecimal.",
    );
  if (event.data !== null && !isCommitted(event, commit))
    return fault("data_altered", "The data does not match dataCommit.");
  if (!equalBytes(leafOf(event), leaf)) return fault("event_altered", "The members do not match leafHash.");
  const id = eventIdOf(event.receivedAt, leaf);
  if (id !== event.eventId)
    return fault("id_altered", `eventId is ${quoted(event.eventId)}; it must be ${id}.`);
  return { ok: true, value: { event, leaf } };
}

function isCommitted({ data, salt }: EvidenceEvent, commit: Uint8Array): boolean {
  const bytes = fromBase64Url(salt ?? "");
  if (bytes?.length !== saltLength) return false;
  try {
    return equalBytes(dataCommitOf(bytes, canonicalize(data)), commit);
  } catch {
    return false;
  }
}

function leafOf(event: EvidenceEvent): Uint8Array {
  try {
    return eventLeafHash(event);
  } catch {
    // A string has half of a surrogate pair, which the server never writes.
    return new Uint8Array();
  }
}

/**
 * Returns the seqs of the events that a server's `evidence_erased` event has erased; empty for any other
 * event.
 */
export function erasedBy({ type, origin, data }: EvidenceEvent): number[] {
  if (type !== erasureType || origin !== "server" || !Array.isArray(data?.["seqs"])) return [];
  return data["seqs"].filter(isCount);
}

/** Reads a hash in lower-case hexadecimal. Returns undefined if the value is not such a hash. */
export const readHash = (text: unknown): Uint8Array<ArrayBuffer> | undefined =>
  typeof text === "string" ? fromHex(text, 32) : undefined;

/** Reads a list of hashes. Returns undefined if an item is not a hash. */
export function readHashes(list: unknown): Uint8Array<ArrayBuffer>[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const hashes = list.flatMap((text: unknown) => readHash(text) ?? []);
  return hashes.length === list.length ? hashes : undefined;
}
