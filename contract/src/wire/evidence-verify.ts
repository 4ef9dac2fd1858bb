// What verifies evidence without a network, in Node.js and in browsers alike.
export type { EvidenceFault, EvidenceFaultCode, TrustedKeys, VerifiedCheckpoint } from "./evidence-check.ts";
export {
  type ExportProblem,
  type ExportReport,
  verifyExport,
  type VerifyExportOptions,
} from "./evidence-export.ts";
export {
  type ConsistencyProof,
  type InclusionProof,
  type Verification,
  verifyConsistency,
  verifyInclusion,
  type VerifyOptions,
} from "./evidence-proofs.ts";
export type { TextSource } from "./text-lines.ts";
