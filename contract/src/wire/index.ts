export {
  apiKeyChecksum,
  apiKeySecretParts,
  type ApiKeySecretParts,
  apiKeySecretPrefix,
  newSignedPart,
} from "./api-key-secret.ts";
export { fromHex, toBase64Url, toHex } from "./bytes.ts";
export { type ByteRange, isUnchanged, type RangeRequest, requestedRange } from "./byte-range.ts";
export { canonicalize, CanonicalJsonError, keepCanonical } from "./canonical-json.ts";
export {
  type Checkpoint,
  type CheckpointSigner,
  logOrigin,
  readCheckpoint,
  signCheckpoint,
} from "./checkpoint.ts";
export {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "./cursor.ts";
export { preAuthEncoding } from "./dsse.ts";
export { ed25519PublicKey, signEd25519, verifyEd25519 } from "./ed25519.ts";
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
} from "./evidence-event.ts";
export type { ImportedSample } from "../sample-fields.ts";
export { type ImportRow, type ImportRowOptions, importTypeOf, readImportRows } from "./import-rows.ts";
export type { RowPlace } from "./json-rows.ts";
export { decodeUtf8, type JsonReading, readJsonText } from "./json-text.ts";
export { type Ed25519Jwk, ed25519Jwk, ed25519KeyOf, jwkThumbprint } from "./jwk.ts";
export {
  consistencyProof,
  type FromNodes,
  inclusionProof,
  isConsistent,
  isIncluded,
  type NodeAt,
  nodeHash,
  type NodePlace,
  rootOf,
} from "./merkle.ts";
export { MerkleFrontier } from "./merkle-frontier.ts";
export { readOutputRows } from "./output-rows.ts";
export { quoted } from "./quote.ts";
export {
  type RecordInclusion,
  recordKind,
  recordPayloadTypes,
  type SealedRecord,
  sealRecord,
  signedBytes,
} from "./record-envelope.ts";
export { readRecordText, type RecordTextFault } from "./record-text.ts";
export type { RecordLog } from "./record-verdict.ts";
export { judgeRecord } from "./record-verify.ts";
export { hash as sha256, type Sha256 } from "./sha256.ts";
export {
  checkWebhook,
  formatWebhookSecret,
  signWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookVerificationError,
} from "./webhook-signature.ts";
