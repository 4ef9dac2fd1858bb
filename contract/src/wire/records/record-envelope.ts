import { toBase64Url, toHex, utf8 } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { preAuthEncoding } from "../crypto/dsse.ts";
import { signEd25519 } from "../crypto/ed25519.ts";
import type { EvidenceEvent } from "../evidence/evidence-event.ts";
import type { InclusionProof } from "../evidence/evidence-proofs.ts";
import { hash } from "../crypto/sha256.ts";

/** The kind of an envelope. The signature is bound to the kind. */
export const recordKind = "service.verification_record.envelope.v1";

/** The source of the payload: the log or a caller. */
export type RecordProvenance = "recorded" | "asserted";

/** The type of the payload for each source. */
export const recordPayloadTypes = {
  recorded: "application/vnd.assay.policy-decision+json",
  asserted: "application/json",
} as const satisfies Record<RecordProvenance, string>;

/** The other members of the event whose data is the payload. Together they determine the event's leaf. */
type RecordEvent = Omit<EvidenceEvent, "seq" | "data" | "leafHash">;

/** A proof that the payload is the data of an event in the log. */
export interface RecordInclusion extends Omit<InclusionProof, "hashes"> {
  hashes: string[];
  event: RecordEvent;
}

/** The signed part of a record. */
export interface RecordContent {
  kind: typeof recordKind;
  id: string;
  issuer: string;
  workspaceId: string;
  /** Signing time, in milliseconds since 1970. */
  issuedAt: number;
  provenance: RecordProvenance;
  payloadType: (typeof recordPayloadTypes)[RecordProvenance];
  payload: Record<string, unknown>;
  /** SHA-256 hash of the payload's RFC 8785 form, in lower-case hexadecimal. */
  payloadDigest: string;
  canonicalization: "RFC8785";
}

/** A signature over a record. */
interface RecordSignature {
  alg: "Ed25519";
  /** RFC 7638 thumbprint of the key. */
  kid: string;
  /** The signature: 64 bytes in base64url. */
  sig: string;
}

/** A signed record of a decision. */
export interface SealedRecord extends RecordContent {
  signatures: RecordSignature[];
  /** The proof; present if the provenance is `recorded`. */
  inclusion?: RecordInclusion;
}

/** Computes the SHA-256 hash of a payload's RFC 8785 form, in lower-case hexadecimal. */
export const digestOf = (canonicalPayload: string): string => toHex(hash(utf8(canonicalPayload)));

/**
 * Returns the bytes to sign: the DSSE encoding of the kind and of the record without signatures and inclusion
 * proof.
 *
 * @param canonicalPayload the RFC 8785 form of the payload, if the caller already has it.
 */
export function signedBytes(
  record: SealedRecord | RecordContent,
  canonicalPayload: string = canonicalize(record.payload),
): Uint8Array<ArrayBuffer> {
  const { signatures: _signatures, inclusion: _inclusion, ...content }: Partial<SealedRecord> = record;
  const { payload: _payload, payloadDigest, payloadType, provenance, workspaceId, ...before } = content;
  // The members are sorted, so some precede the payload and the others follow it.
  const head = canonicalize(before).slice(0, -1);
  const tail = canonicalize({ payloadDigest, payloadType, provenance, workspaceId }).slice(1);
  return preAuthEncoding(recordKind, utf8(`${head},"payload":${canonicalPayload},${tail}`));
}

/**
 * Signs a record.
 *
 * @param inclusion the proof for a `recorded` payload.
 * @throws {CanonicalJsonError} if the payload has no canonical form.
 */
export async function sealRecord(
  input: Pick<RecordContent, "id" | "issuer" | "workspaceId" | "issuedAt" | "payload">,
  signer: { kid: string; seed: Uint8Array },
  inclusion?: RecordInclusion,
): Promise<SealedRecord> {
  const provenance = inclusion ? "recorded" : "asserted";
  const { id, issuer, workspaceId, issuedAt, payload } = input;
  const canonicalPayload = canonicalize(payload);
  const content: RecordContent = {
    kind: recordKind,
    id,
    issuer,
    workspaceId,
    issuedAt,
    provenance,
    payloadType: recordPayloadTypes[provenance],
    payload,
    payloadDigest: digestOf(canonicalPayload),
    canonicalization: "RFC8785",
  };
  const sig = toBase64Url(await signEd25519(signer.seed, signedBytes(content, canonicalPayload)));
  return {
    ...content,
    signatures: [{ alg: "Ed25519", kid: signer.kid, sig }],
    ...(inclusion && { inclusion }),
  };
}

/** Returns the logged event whose data is a recorded payload. */
export function recordedEvent({ payload, inclusion }: Pick<SealedRecord, "payload" | "inclusion">): unknown {
  if (!inclusion) return undefined;
  const { event, seq, leafHash } = inclusion;
  return { ...event, seq, leafHash, data: payload };
}

/** Returns an envelope's inclusion proof in the form that the API returns. */
export function inclusionProofOf({ event: _event, ...proof }: RecordInclusion): InclusionProof {
  return proof;
}
