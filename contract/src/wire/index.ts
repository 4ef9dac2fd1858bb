export {
  apiKeyChecksum,
  apiKeySecretParts,
  type ApiKeySecretParts,
  apiKeySecretPrefix,
  newSignedPart,
} from "./api-key-secret.ts";
export { canonicalize, CanonicalJsonError } from "./canonical-json.ts";
export {
  type CursorList,
  type CursorPart,
  type CursorPosition,
  decodeCursor,
  encodeCursor,
} from "./cursor.ts";
export type { ImportedSample } from "../samples.ts";
export { type ImportRow, readImportRows, type RowPlace } from "./import-rows.ts";
export { decodeUtf8, type JsonReading, readJsonText } from "./json-text.ts";
