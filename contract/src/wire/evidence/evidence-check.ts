import { equalBytes, fromBase64Url, fromHex, toHex } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { isCheckpointSignedBy, readCheckpoint } from "./checkpoint.ts";
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

/** Why evidence does not hold. */
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

/** What does not hold, in words. */
export interface EvidenceFault {
  code: EvidenceFaultCode;
  detail: string;
}

/** A checkpoint whose signature is right. */
export interface VerifiedCheckpoint {
  origin: string;
  size: number;
  /** Lower-case hexadecimal. */
  rootHash: string;
  /** Which key signed it. */
  kid: string;
}

/** Something that holds, or why it does not. */
export type Checked<T> = { ok: true; value: T } | ({ ok: false } & EvidenceFault);

const fault = (code: EvidenceFaultCode, detail: string): { ok: false } & EvidenceFault => ({
  ok: false,
  code,
  detail,
});

/**
 * Whether a checkpoint is signed by a trusted key.
 *
 * @param origin the log that it must be of; any, when it is left out.
 */
export async function checkCheckpoint(
  text: unknown,
  { keys, origin }: { keys: TrustedKeys; origin?: string | undefined },
): Promise<Checked<VerifiedCheckpoint>> {
  const checkpoint = typeof text === "string" ? readCheckpoint(text) : undefined;
  if (!checkpoint)
    return fault("checkpoint_malformed", "The checkpoint is no signed note of origin, size and root.");
  if (origin !== undefined && checkpoint.origin !== origin)
    return fault(
      "other_log",
      `The checkpoint is of the log ${quoted(checkpoint.origin)}; it must be of ${quoted(origin)}.`,
    );
  const revokedKeys = keys.revoked ?? [];
  const revokedKids = new Set(revokedKeys.map(kidOf));
  // Keys that were kept from before may hold one that was revoked since.
  const counting = keys.keys.filter((jwk) => !revokedKids.has(kidOf(jwk)));
  const signer = await signerIn(checkpoint, counting);
  if (signer.kid !== undefined) {
    const { size, root } = checkpoint;
    const rootHash = toHex(root);
    return { ok: true, value: { origin: checkpoint.origin, size, rootHash, kid: signer.kid } };
  }
  const revoked = await signerIn(checkpoint, revokedKeys);
  if (revoked.kid !== undefined)
    return fault("key_revoked", `The checkpoint is signed by the key ${revoked.kid}, which was revoked.`);
  return fault("key_unknown", "The checkpoint bears no right signature by any of the trusted keys.");
}

async function signerIn(
  checkpoint: NonNullable<ReturnType<typeof readCheckpoint>>,
  jwks: readonly object[],
): Promise<{ kid: string | undefined }> {
  for (const jwk of jwks) {
    const publicKey = ed25519KeyOf(jwk);
    if (!publicKey || !(await isCheckpointSignedBy(checkpoint, publicKey))) continue;
    return { kid: kidOf(jwk) };
  }
  return { kid: undefined };
}

/** The name of a key, computed: what a key set calls it does not matter. Undefined for what is no key of Ed25519. */
const kidOf = (jwk: object): string | undefined =>
  // What a key can be read from is one of Ed25519.
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
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether something has the members of an event, each of its type, and no others. */
export function isEventShape(value: unknown): value is EvidenceEvent {
  if (!isObject(value)) return false;
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
    (data === null ? salt === null : isObject(data) && typeof salt === "string")
  );
}

/**
 * Whether an event is what its leaf commits to: data, members and id. Whether the leaf is in the log is another question.
 *
 * @returns the leaf; of erased data it can only be said what it was committed to.
 */
export function checkEvent(event: unknown): Checked<{ event: EvidenceEvent; leaf: Uint8Array }> {
  if (!isEventShape(event))
    return fault("malformed", "It is no event: a member is missing, of another type, or unknown.");
  const commit = fromHex(event.dataCommit, 32);
  const leaf = fromHex(event.leafHash, 32);
  if (!commit || !leaf)
    return fault("malformed", "dataCommit or leafHash is no lower-case hexadecimal of 32 bytes.");
  if (event.data !== null && !isCommitted(event, commit))
    return fault("data_altered", "Its data is not what was committed to when it was written.");
  if (!equalBytes(leafOf(event), leaf))
    return fault("event_altered", "Its members are not those that its leaf was made of.");
  const id = eventIdOf(event.receivedAt, leaf);
  if (id !== event.eventId)
    return fault("id_altered", `Its id is ${quoted(event.eventId)}; it must be ${id}.`);
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
    // Half of a surrogate pair in a text: nothing that could have been written.
    return new Uint8Array();
  }
}

/** The events that an `evidence_erased` event of the server says were erased; none for any other event. */
export function erasedBy({ type, origin, data }: EvidenceEvent): number[] {
  if (type !== erasureType || origin !== "server" || !Array.isArray(data?.["seqs"])) return [];
  return data["seqs"].filter(isCount);
}

/** Reads a hash in lower-case hexadecimal; undefined for anything else. */
export const readHash = (text: unknown): Uint8Array<ArrayBuffer> | undefined =>
  typeof text === "string" ? fromHex(text, 32) : undefined;

/** Reads a list of hashes; undefined when one of them is none. */
export function readHashes(list: unknown): Uint8Array<ArrayBuffer>[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const hashes = list.flatMap((text: unknown) => readHash(text) ?? []);
  return hashes.length === list.length ? hashes : undefined;
}
