import type { VerifiedCheckpoint } from "../evidence/evidence-check.ts";
import type { RecordProvenance, SealedRecord } from "./record-envelope.ts";
import type { GivenKeys } from "../crypto/trusted-keys.ts";

/** Why a record is invalid. */
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

/** One check of a verification. */
export interface RecordCheck<
  Name = "shape" | "payload" | "key" | "signature" | "evidence" | "inclusion" | "revocation",
> {
  name: Name;
  ok: boolean;
  detail: string;
}

/** The result of verifying a record. */
export interface RecordVerdict<Code = RecordFaultCode, Check = RecordCheck> {
  valid: boolean;
  code: "ok" | Code;
  /** The checks in their order, up to the first that failed. */
  checks: Check[];
  /** Members that the record states; trustworthy only if it is valid. Null: unreadable. */
  kid: string | null;
  issuedAt: number | null;
  provenance: RecordProvenance | null;
}

/** The result of a verification with an expected issuer or workspace. */
export type RecordVerification = RecordVerdict<
  RecordFaultCode | "other_issuer",
  RecordCheck<RecordCheck["name"] | "issuer">
>;

/** The log for comparing records, if it is available. */
export interface RecordLog {
  /** The contradiction between the log and a record; undefined if they agree. */
  conflictWith: (record: SealedRecord) => Promise<string | undefined>;
  /** When a state of the log was first signed, in milliseconds since 1970; undefined if it was never signed. */
  signedAt: (record: SealedRecord, checkpoint: VerifiedCheckpoint) => Promise<number | undefined>;
}

/** Options for verifying a record. */
export interface VerifyRecordOptions {
  /** The trusted keys: a response of `/.well-known/jwks.json`, saved when the server was trusted. */
  keys: GivenKeys;
  /** The expected issuer; if absent, every issuer is accepted. */
  issuer?: string | undefined;
  /** The expected workspace; if absent, every workspace is accepted. */
  workspaceId?: string | undefined;
  /** Saved checkpoints: a record by a key that was revoked later is valid if its proof leads to one of these. */
  trusted?: readonly string[] | undefined;
}
