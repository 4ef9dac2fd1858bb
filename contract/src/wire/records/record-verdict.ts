import type { VerifiedCheckpoint } from "../evidence/evidence-check.ts";
import type { RecordProvenance, SealedRecord } from "./record-envelope.ts";
import type { GivenKeys } from "../crypto/trusted-keys.ts";

/** Why a record does not hold. */
export type RecordFaultCode =
  | "malformed_record"
  | "kind_unsupported"
  | "duplicate_key"
  | "payload_digest_mismatch"
  | "kid_unknown"
  | "kid_revoked"
  | "signature_invalid"
  | "inclusion_invalid"
  | "evidence_conflict";

/** One thing that was looked at. */
export interface RecordCheck<
  Name = "shape" | "payload" | "key" | "signature" | "evidence" | "inclusion" | "revocation",
> {
  name: Name;
  ok: boolean;
  detail: string;
}

/** Whether a record holds; when it does not, why. */
export interface RecordVerdict<Code = RecordFaultCode, Check = RecordCheck> {
  valid: boolean;
  code: "ok" | Code;
  /** What was looked at, in its order, up to the first that does not hold. */
  checks: Check[];
  /** What the record says of itself; to be relied on only when it is valid. Null: it cannot be read. */
  kid: string | null;
  issuedAt: number | null;
  provenance: RecordProvenance | null;
}

/** The same, where it is said whose the record must be. */
export type RecordVerification = RecordVerdict<
  RecordFaultCode | "other_issuer",
  RecordCheck<RecordCheck["name"] | "issuer">
>;

/** The log that records are held against, where it is at hand. */
export interface RecordLog {
  /** How the log contradicts a record; undefined when it does not. */
  conflictWith: (record: SealedRecord) => Promise<string | undefined>;
  /** When a state of the log was first signed, in milliseconds since 1970; undefined when it never was. */
  signedAt: (record: SealedRecord, checkpoint: VerifiedCheckpoint) => Promise<number | undefined>;
}

/** What a record is held against. */
export interface VerifyRecordOptions {
  /** The keys that are trusted: what `/.well-known/jwks.json` answered, kept from a time when the server was trusted. */
  keys: GivenKeys;
  /** The issuer that it must name; any, when it is left out. */
  issuer?: string | undefined;
  /** The workspace that it must be of; any, when it is left out. */
  workspaceId?: string | undefined;
  /** Checkpoints that were kept: a record by a key that was revoked later holds when its proof leads to one of these. */
  trusted?: readonly string[] | undefined;
}
