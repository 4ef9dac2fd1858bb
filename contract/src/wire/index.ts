export {
  apiKeyChecksum,
  apiKeySecretParts,
  type ApiKeySecretParts,
  apiKeySecretPrefix,
  newSignedPart,
} from "./api-key-secret.ts";
export { type ByteRange, type RangeRequest, requestedRange } from "./byte-range.ts";
export { canonicalize, CanonicalJsonError } from "./canonical-json.ts";
export {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "./cursor.ts";
export type { ImportedSample } from "../sample-fields.ts";
export { type ImportRow, type ImportRowOptions, importTypeOf, readImportRows } from "./import-rows.ts";
export type { RowPlace } from "./json-rows.ts";
export { decodeUtf8, type JsonReading, readJsonText } from "./json-text.ts";
export { readOutputRows } from "./output-rows.ts";
export {
  checkWebhook,
  formatWebhookSecret,
  signWebhook,
  type WebhookHeaders,
  type WebhookMessage,
  WebhookVerificationError,
} from "./webhook-signature.ts";
