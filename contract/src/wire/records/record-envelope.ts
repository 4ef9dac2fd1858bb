import { toBase64Url, toHex, utf8 } from "../crypto/bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { preAuthEncoding } from "../crypto/dsse.ts";
import { signEd25519 } from "../crypto/ed25519.ts";
import type { EvidenceEvent } from "../evidence/evidence-event.ts";
import type { InclusionProof } from "../evidence/evidence-proofs.ts";
import { hash } from "../crypto/sha256.ts";

/** What an envelope is, and what its signature is bound to. */
export const recordKind = "service.verification_record.envelope.v1";

/** Who says what a record says: the log itself, or whoever had it signed. */
export type RecordProvenance = "recorded" | "asserted";

/** What a payload is, by who says it. */
export const recordPayloadTypes = {
  recorded: "application/vnd.assay.policy-decision+json",
  asserted: "application/json",
} as const satisfies Record<RecordProvenance, string>;

/** The members of the event whose data is the payload: with them the payload leads to the event's leaf. */
type RecordEvent = Omit<EvidenceEvent, "seq" | "data" | "leafHash">;

/** A proof that the payload is the data of an event of the log. */
export interface RecordInclusion extends Omit<InclusionProof, "hashes"> {
  hashes: string[];
  event: RecordEvent;
}

/** What of a record is signed. */
export interface RecordContent {
  kind: typeof recordKind;
  id: string;
  issuer: string;
  workspaceId: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  provenance: RecordProvenance;
  payloadType: (typeof recordPayloadTypes)[RecordProvenance];
  payload: Record<string, unknown>;
  /** SHA-256 of the payload's RFC 8785 form, in lower-case hexadecimal. */
  payloadDigest: string;
  canonicalization: "RFC8785";
}

/** A signature of a record. */
interface RecordSignature {
  alg: "Ed25519";
  /** Which key: its RFC 7638 thumbprint. */
  kid: string;
  /** 64 bytes in base64url. */
  sig: string;
}

/** A signed record of a decision. */
export interface SealedRecord extends RecordContent {
  signatures: RecordSignature[];
  /** Of a `recorded` one. */
  inclusion?: RecordInclusion;
}

/** SHA-256 of a payload's RFC 8785 form, in lower-case hexadecimal. */
export const digestOf = (canonicalPayload: string): string => toHex(hash(utf8(canonicalPayload)));

/**
 * The bytes that are signed: DSSE's encoding of the kind and of the record without signatures and inclusion proof.
 *
 * @param canonicalPayload the payload's RFC 8785 form, where it is known.
 */
export function signedBytes(
  record: SealedRecord | RecordContent,
  canonicalPayload: string = canonicalize(record.payload),
): Uint8Array<ArrayBuffer> {
  const { signatures: _signatures, inclusion: _inclusion, ...content }: Partial<SealedRecord> = record;
  const { payload: _payload, payloadDigest, payloadType, provenance, workspaceId, ...before } = content;
  // Members are sorted: what comes before the payload, and what comes after it.
  const head = canonicalize(before).slice(0, -1);
  const tail = canonicalize({ payloadDigest, payloadType, provenance, workspaceId }).slice(1);
  return preAuthEncoding(recordKind, utf8(`${head},"payload":${canonicalPayload},${tail}`));
}

/**
 * Signs a record.
 *
 * @param inclusion of a `recorded` one, and only of such.
 * @throws {CanonicalJsonError} when the payload has no canonical form.
 */
export async function sealRecord(
  told: Pick<RecordContent, "id" | "issuer" | "workspaceId" | "issuedAt" | "payload">,
  signer: { kid: string; seed: Uint8Array },
  inclusion?: RecordInclusion,
): Promise<SealedRecord> {
  const provenance = inclusion ? "recorded" : "asserted";
  const { id, issuer, workspaceId, issuedAt, payload } = told;
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

/** The event that a recorded payload is the data of, as the log has it. */
export function recordedEvent({ payload, inclusion }: Pick<SealedRecord, "payload" | "inclusion">): unknown {
  if (!inclusion) return undefined;
  const { event, seq, leafHash } = inclusion;
  return { ...event, seq, leafHash, data: payload };
}

/** The proof of an envelope as evidence is verified with it. */
export function inclusionProofOf({ event: _event, ...proof }: RecordInclusion): InclusionProof {
  return proof;
}
