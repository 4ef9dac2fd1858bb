// Verifies evidence offline, in Node.js and in browsers.
export type { EvidenceFault, EvidenceFaultCode, VerifiedCheckpoint } from "./evidence-check.ts";
export { type ExportProblem, type ExportReport, verifyExport } from "./evidence-export.ts";
export type { ExportWarning } from "./receipt-times.ts";
export {
  type ConsistencyProof,
  type InclusionProof,
  type Verification,
  verifyConsistency,
  verifyInclusion,
  type VerifyOptions,
} from "./evidence-proofs.ts";
export type { VerifyExportOptions } from "./saved-evidence.ts";
export type { RecordInclusion, RecordProvenance, SealedRecord } from "../records/record-envelope.ts";
export type {
  RecordCheck,
  RecordFaultCode,
  RecordVerdict,
  RecordVerification,
  VerifyRecordOptions,
} from "../records/record-verdict.ts";
export { verifyRecord } from "../records/record-verify.ts";
export type { TextSource } from "../rows/text-lines.ts";
export type { GivenKeys, TrustedKeys } from "../crypto/trusted-keys.ts";
