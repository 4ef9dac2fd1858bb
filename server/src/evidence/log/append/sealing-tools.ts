import { hash as digestOf } from "node:crypto";
import { canonicalize, type SealingTools, type Sha256 } from "@assay/contract/wire";

/**
 * Computes SHA-256. The digest is decoded from its digits into pooled memory, because a buffer of its own has memory
 * outside of the heap. Allocating and freeing this memory takes longer than decoding the digits.
 */
const pooledDigest = (bytes: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from(digestOf("sha256", bytes, "hex"), "hex");

// OpenSSL takes about a third as long as an implementation in JavaScript (1.0 µs instead of 2.9 µs for 220
// bytes).
export const sha256: Sha256 = pooledDigest;

/**
 * A buffer that is reused for hash input, because allocating memory for each input would cost as much as
 * hashing it.
 */
const scratch = Buffer.allocUnsafe(64 * 1024);

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Sealing tools that use Node.js built-ins and take about a third as long as the portable tools. */
export const sealingTools: SealingTools = {
  digest: (prefix, text) => {
    const maxBytes = prefix.length + text.length * 3;
    const input = maxBytes <= scratch.length ? scratch : Buffer.allocUnsafe(maxBytes);
    input.set(prefix);
    const written = input.write(text, prefix.length);
    return pooledDigest(input.subarray(0, prefix.length + written));
  },
  toHex: (bytes) => viewOf(bytes).toString("hex"),
  toBase64Url: (bytes) => viewOf(bytes).toString("base64url"),
};

/** Returns the SHA-256 hash of a value's RFC 8785 form, in lowercase hexadecimal. */
export const digestOfValue = (value: unknown): string => digestOf("sha256", canonicalize(value), "hex");
