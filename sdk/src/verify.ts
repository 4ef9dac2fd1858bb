// Verifies evidence without a network and without a client: in Node.js, browsers, Deno, Bun and workers.
export {
  type ConsistencyProof,
  type EvidenceFault,
  type EvidenceFaultCode,
  type ExportProblem,
  type ExportReport,
  type InclusionProof,
  type TextSource,
  type TrustedKeys,
  type Verification,
  type VerifiedCheckpoint,
  verifyConsistency,
  verifyExport,
  type VerifyExportOptions,
  verifyInclusion,
  type VerifyOptions,
} from "@assay/contract/wire/evidence-verify";
