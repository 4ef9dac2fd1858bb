import { canonicalize } from "../wire/json/canonical-json.ts";
import { digestOfText } from "../wire/crypto/sha256.ts";

/** SHA-256 of the RFC 8785 form of a value, in lower-case hexadecimal. */
export const digestOfJson = (value: unknown): string => digestOfText(canonicalize(value));
