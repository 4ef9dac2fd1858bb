import { concatBytes, fromBase64Url, toHex } from "./bytes.ts";

/** An Ed25519 private key, which is 32 bytes (called the secret in RFC 8032). */
type Seed = Uint8Array;

// RFC 8410: the DER prefix that precedes the 32 bytes of an Ed25519 key in PKCS #8.
const pkcs8Head = Uint8Array.from([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

/**
 * Imports a private key that consists of 32 random bytes. @throws {TypeError} if the length is not 32 bytes.
 */
async function privateKey(seed: Seed): Promise<CryptoKey> {
  if (seed.length !== 32) throw new TypeError(`The Ed25519 seed has ${seed.length} bytes; it must have 32.`);
  return crypto.subtle.importKey("pkcs8", concatBytes(pkcs8Head, seed), "Ed25519", true, ["sign"]);
}

/** Imported keys, cached by the array that contains their seed. Importing a key takes as long as signing. */
const signing = new WeakMap<Seed, { key: CryptoKey; of: string }>();

async function cachedKey(seed: Seed): Promise<CryptoKey> {
  const of = toHex(seed);
  const cached = signing.get(seed);
  // The bytes in the array may have changed since the key was cached.
  if (cached?.of === of) return cached.key;
  const key = await privateKey(seed);
  signing.set(seed, { key, of });
  return key;
}

/** Returns the public key (32 bytes) for a private key. @see RFC 8032, section 5.1.5. */
export async function ed25519PublicKey(seed: Seed): Promise<Uint8Array<ArrayBuffer>> {
  const { x } = await crypto.subtle.exportKey("jwk", await privateKey(seed));
  const bytes = fromBase64Url(x ?? "");
  if (!bytes)
    throw new TypeError("The WebCrypto of this runtime cannot export the public key of an Ed25519 key.");
  return bytes;
}

/**
 * Signs a message. The signature has 64 bytes and is always the same for the same message.
 *
 * @see RFC 8032, section 5.1.6.
 */
export async function signEd25519(seed: Seed, message: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const key = await cachedKey(seed);
  return new Uint8Array(await crypto.subtle.sign("Ed25519", key, new Uint8Array(message)));
}

/**
 * Returns whether a signature is valid. Applies the strictest rules that RFC 8032 allows, so that all
 * platforms agree. Rejects points that are not in canonical form and points of low order (whose signatures
 * are valid for many messages), because libraries differ in whether they accept these.
 *
 * @param publicKey the public key (32 bytes).
 * @param signature the signature (64 bytes); signatures with any other length are invalid.
 * @throws {DOMException} if WebCrypto does not support Ed25519 (Chrome before 137, Safari before 17, Firefox
 *   before 129).
 * @see RFC 8032, section 5.1.7; Chalkias, Garillot, Nikolaenko (2020), "Taming the many EdDSAs".
 */
export async function verifyEd25519(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  if (!isSoundPoint(publicKey) || !isSoundPoint(signature.subarray(0, 32))) return false;
  if (!isBelow(signature.subarray(32), groupOrder)) return false;
  const key = await importedKey(publicKey);
  if (!key) return false;
  return crypto.subtle.verify("Ed25519", key, new Uint8Array(signature), new Uint8Array(message));
}

/** Imported public keys, cached by their bytes. The cache is cleared when full. */
const verifying = new Map<string, CryptoKey>();
const maxCacheEntries = 100;

/** Imports a public key. Returns undefined for bytes that are not a point on the curve. */
async function importedKey(publicKey: Uint8Array): Promise<CryptoKey | undefined> {
  const of = toHex(publicKey);
  const cached = verifying.get(of);
  if (cached) return cached;
  try {
    const key = await crypto.subtle.importKey("raw", new Uint8Array(publicKey), "Ed25519", false, ["verify"]);
    if (verifying.size >= maxCacheEntries) verifying.clear();
    verifying.set(of, key);
    return key;
  } catch (error) {
    if (error instanceof Error && error.name === "NotSupportedError") throw error;
    return undefined;
  }
}

/** Converts a hexadecimal number to little-endian bytes. */
const littleEndian = (hex: string): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(hex.slice(62 - index * 2, 64 - index * 2), 16),
  );

/** The order of the group: 2^252 + 27742317777372353535851937790883648493. */
const groupOrder = littleEndian("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed");
/** The order of the field: 2^255 − 19. */
const fieldOrder = littleEndian("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");

/**
 * The y coordinates of the eight points of low order: 0, 1, −1 and the two coordinates of the points of order
 * 8.
 */
const lowOrder = [
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0000000000000000000000000000000000000000000000000000000000000001",
  "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec",
  "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826",
  "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d786a17c7",
].map(littleEndian);

function isSoundPoint(encoded: Uint8Array): boolean {
  const y = Uint8Array.from(encoded);
  // The highest bit is the sign of x.
  y[31] = (y[31] ?? 0) & 0x7f;
  return isBelow(y, fieldOrder) && !lowOrder.some((low) => low.every((byte, index) => byte === y[index]));
}

/** Returns whether one little-endian number with 32 bytes is below another. */
function isBelow(one: Uint8Array, other: Uint8Array): boolean {
  for (let index = 31; index >= 0; index -= 1) {
    const [left = 0, right = 0] = [one[index], other[index]];
    if (left !== right) return left < right;
  }
  return false;
}
