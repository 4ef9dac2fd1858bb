/** The prefix of every API key's secret. */
export const apiKeySecretPrefix = "assay_live_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const pattern = new RegExp(
  `^(${apiKeySecretPrefix}[0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

/**
 * The two parts of a secret. The first part is the prefix followed by random characters; the second part is
 * the checksum of the first.
 */
export interface ApiKeySecretParts {
  signed: string;
  checksum: string;
}

/**
 * Splits a secret into its parts.
 *
 * @returns undefined if the string does not have the form of a secret. The caller must verify the checksum.
 */
export function apiKeySecretParts(text: string): ApiKeySecretParts | undefined {
  const [, signed, checksum] = pattern.exec(text) ?? [];
  return signed === undefined || checksum === undefined ? undefined : { signed, checksum };
}

/**
 * Creates the first part of a new secret: `assay_live_` followed by 32 base-62 characters (190 bits).
 *
 * @param draw returns a uniformly distributed integer from 0 to `bound` − 1, from a cryptographic source.
 */
export function newSignedPart(draw: (bound: number) => number): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(draw(alphabet.length)));
  return apiKeySecretPrefix + random.join("");
}

/**
 * Computes the checksum that follows the first part of a secret: the first 48 bits of its SHA-256 hash as six
 * base-62 digits, lowest first. The checksum detects typing errors without a lookup, and adds no security.
 *
 * @param digest SHA-256 hash of the first part in UTF-8. It is a parameter because Node.js and browsers
 *   compute it in different ways.
 */
export function apiKeyChecksum(digest: Uint8Array): string {
  let number = digest.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0);
  let digits = "";
  for (let position = 0; position < checksumLength; position += 1) {
    digits += alphabet.charAt(number % alphabet.length);
    number = Math.floor(number / alphabet.length);
  }
  return digits;
}
