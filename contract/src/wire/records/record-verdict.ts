import type { VerifiedCheckpoint } from "../evidence/evidence-check.ts";
import type { RecordProvenance, SealedRecord } from "./record-envelope.ts";
import type { GivenKeys } from "../crypto/trusted-keys.ts";

/** The reasons why a record can be invalid. */
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

/** One check in a verification. */
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
  /** The checks in order, up to the first one that failed. */
  checks: Check[];
  /**
   * Values from the record, which can be trusted only if the record is valid; null if they could not be read.
   */
  kid: string | null;
  issuedAt: number | null;
  provenance: RecordProvenance | null;
}

/** The result of a verification that expects a certain issuer or workspace. */
export type RecordVerification = RecordVerdict<
  RecordFaultCode | "other_issuer",
  RecordCheck<RecordCheck["name"] | "issuer">
>;

/** The result of comparing a record with the log of its workspace. */
export interface LogComparison {
  /** Whether the log does not contradict the record. */
  agrees: boolean;
  /** What the log shows about the record, or how the log contradicts it. */
  detail: string;
}

/** The log with which records are compared, if it is available. */
export interface RecordLog {
  compare: (record: SealedRecord) => Promise<LogComparison>;
  /**
   * Returns when a state of the log was first signed, in milliseconds since 1970; undefined if it was never
   * signed.
   */
  signedAt: (record: SealedRecord, checkpoint: VerifiedCheckpoint) => Promise<number | undefined>;
}

/** Options for verifying a record. */
export interface VerifyRecordOptions {
  /** The trusted keys: a response of `/.well-known/jwks.json` that was saved while the server was trusted. */
  keys: GivenKeys;
  /** The expected issuer; if absent, every issuer is accepted. */
  issuer?: string | undefined;
  /** The expected workspace; if absent, every workspace is accepted. */
  workspaceId?: string | undefined;
  /**
   * Saved checkpoints. A record by a revoked key is valid only if its proof leads to one of these
   * checkpoints.
   */
  trusted?: readonly string[] | undefined;
}
