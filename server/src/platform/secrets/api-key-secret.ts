import { createHash, createHmac, randomInt } from "node:crypto";
import { apiKeyChecksum, apiKeySecretParts, newSignedPart } from "@assay/contract/wire";

const checksumOf = (signed: string): string => apiKeyChecksum(createHash("sha256").update(signed).digest());

/**
 * Returns a new API key secret: `assay_live_`, followed by 32 random base-62 characters (190 bits) and a
 * checksum of 6 characters.
 */
export function newSecret(): string {
  const signed = newSignedPart((bound) => randomInt(bound));
  return signed + checksumOf(signed);
}

/** Whether a text has the form of a secret, including a valid checksum. */
export function isWellFormedSecret(text: string): boolean {
  const parts = apiKeySecretParts(text);
  return parts !== undefined && checksumOf(parts.signed) === parts.checksum;
}

/**
 * Returns the hash of a secret, as it is stored: HMAC-SHA-256 with the installation's pepper. Because secrets
 * are random, a slow hash function is not necessary.
 */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}
