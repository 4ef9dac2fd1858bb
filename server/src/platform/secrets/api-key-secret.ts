import { createHash, createHmac, randomInt } from "node:crypto";
import { apiKeyChecksum, apiKeySecretParts, newSignedPart } from "@assay/contract/wire";

const checksumOf = (signed: string): string => apiKeyChecksum(createHash("sha256").update(signed).digest());

/** A new API key secret: `assay_live_`, 32 random base-62 characters (190 bits) and a 6-character checksum. */
export function newSecret(): string {
  const signed = newSignedPart((bound) => randomInt(bound));
  return signed + checksumOf(signed);
}

/** Whether a text has the form of a secret, checksum included. */
export function isWellFormedSecret(text: string): boolean {
  const parts = apiKeySecretParts(text);
  return parts !== undefined && checksumOf(parts.signed) === parts.checksum;
}

/**
 * The stored hash of a secret: HMAC-SHA-256 with the installation's pepper. Secrets are random, so a slow
 * hash is not needed.
 */
export function hashSecret(pepper: Buffer, secret: string): Buffer {
  return createHmac("sha256", pepper).update(secret).digest();
}
