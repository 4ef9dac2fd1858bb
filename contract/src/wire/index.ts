export {
  apiKeyChecksum,
  apiKeySecretParts,
  type ApiKeySecretParts,
  apiKeySecretPrefix,
  newSignedPart,
} from "./crypto/api-key-secret.ts";
export { fromHex, toBase64Url, toHex } from "./crypto/bytes.ts";
export { type ByteRange, isUnchanged, type RangeRequest, requestedRange } from "./http/byte-range.ts";
export { canonicalize, CanonicalJsonError, keepCanonical } from "./json/canonical-json.ts";
export {
  type Checkpoint,
  type CheckpointSigner,
  logOrigin,
  readCheckpoint,
  signCheckpoint,
} from "./evidence/checkpoint.ts";
export {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "./http/cursor.ts";
export { preAuthEncoding } from "./crypto/dsse.ts";
export { ed25519PublicKey, signEd25519, verifyEd25519 } from "./crypto/ed25519.ts";
export {
  erasureType,
  type EventLeaf,
  type EventOrigin,
  type EvidenceEvent,
  exportedCheckpoint,
  exportedLine,
  saltLength,
  type SealedEvent,
  sealEvent,
  type SealingTools,
} from "./evidence/evidence-event.ts";
export type { ImportedSample } from "../evaluation/samples/sample-fields.ts";
export { fileTypeOf, fileTypes } from "./rows/file-types.ts";
export { type EvaluatedRow, type ImportRow, readEvaluatedRows, readImportRows } from "./rows/import-rows.ts";
export type { RowOptions } from "./rows/read-rows.ts";
export type { RowPlace } from "./json/json-rows.ts";
export { decodeUtf8, type JsonReading, readJsonText } from "./json/json-text.ts";
export { type Ed25519Jwk, ed25519Jwk, ed25519KeyOf, jwkThumbprint } from "./crypto/jwk.ts";
export {
  consistencyProof,
  type FromNodes,
  inclusionProof,
  isConsistent,
  isIncluded,
  type NodeAt,
  nodesOf,
  type NodePlace,
  rootOf,
} from "./evidence/merkle.ts";
export { MerkleFrontier } from "./evidence/merkle-frontier.ts";
export { readOutputRows } from "./rows/output-rows.ts";
export { quoted } from "./http/quote.ts";
export {
  type RecordInclusion,
  recordKind,
  recordPayloadTypes,
  type SealedRecord,
  sealRecord,
  signedBytes,
} from "./records/record-envelope.ts";
export { readRecordText, type RecordTextFault } from "./records/record-text.ts";
export type { RecordLog } from "./records/record-verdict.ts";
export { evaluateRecord } from "./records/record-verify.ts";
export { hash as sha256, type Sha256 } from "./crypto/sha256.ts";
export {
  checkWebhook,
  formatWebhookSecret,
  signWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookVerificationError,
} from "./http/webhook-signature.ts";
