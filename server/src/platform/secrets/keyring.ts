import { createHmac } from "node:crypto";

/** A key-encryption key: 32 bytes with the name of a version. */
export interface KeyEncryptionKey {
  version: string;
  key: Buffer;
}

/** Key-encryption keys, newest first. */
export type Keyring = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

/**
 * Returns the fingerprint of a key: the first 8 hexadecimal digits of HMAC-SHA-256(key, "assay key check").
 * Two keys can be compared by it, and it reveals nothing else about them.
 */
export const fingerprintOf = (key: Buffer): string =>
  createHmac("sha256", key).update("assay key check").digest("hex").slice(0, 8);

/**
 * Parses key-encryption keys in the form `version:base64,…`, newest first.
 *
 * @returns undefined if the text is malformed, a version is repeated, or a key does not have 32 bytes.
 */
export function parseKeyring(text: string): [KeyEncryptionKey, ...KeyEncryptionKey[]] | undefined {
  const keys = text.split(",").map((part): KeyEncryptionKey => {
    const [version = "", encoded = ""] = part.trim().split(":");
    return { version, key: Buffer.from(encoded, "base64") };
  });
  const [newest, ...older] = keys;
  const versions = new Set(keys.map(({ version }) => version));
  if (!newest || versions.size !== keys.length) return undefined;
  if (!keys.every(({ version, key }) => /^[A-Za-z0-9._-]{1,32}$/.test(version) && key.length === 32))
    return undefined;
  return [newest, ...older];
}
