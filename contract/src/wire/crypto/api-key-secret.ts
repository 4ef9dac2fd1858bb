/** What the secret of every API key begins with. */
export const apiKeySecretPrefix = "assay_live_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 32;
const checksumLength = 6;
const pattern = new RegExp(
  `^(${apiKeySecretPrefix}[0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

/** A secret's two parts: what is random, with the prefix, and the checksum over it. */
export interface ApiKeySecretParts {
  signed: string;
  checksum: string;
}

/**
 * Takes the text of a secret apart.
 *
 * @returns undefined when the text has not the form of a secret; whether the checksum is right is for the caller to see.
 */
export function apiKeySecretParts(text: string): ApiKeySecretParts | undefined {
  const [, signed, checksum] = pattern.exec(text) ?? [];
  return signed === undefined || checksum === undefined ? undefined : { signed, checksum };
}

/**
 * The first part of a new secret: `assay_live_` and 32 base-62 characters (190 bits).
 *
 * @param draw gives a whole number from 0 to `bound` − 1, each as likely as the others; its source must be secret.
 */
export function newSignedPart(draw: (bound: number) => number): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(draw(alphabet.length)));
  return apiKeySecretPrefix + random.join("");
}

/**
 * The checksum that follows a secret's first part: six base-62 digits, lowest first, of the first 48 bits of its SHA-256.
 * It tells a typing error without a look-up and is no protection.
 *
 * @param digest SHA-256 of the first part's UTF-8; given, for where it comes from differs between Node.js and browsers.
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
