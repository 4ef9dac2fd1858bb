import { hash as digestOf } from "node:crypto";
import { canonicalize, type SealingTools, type Sha256 } from "@assay/contract/wire";

// OpenSSL takes a third of the time of a JavaScript implementation (220 bytes: 1.0 µs against 2.9 µs).
export const sha256: Sha256 = (bytes) => digestOf("sha256", bytes, "buffer");

/** Reused for hash input, because allocating memory for each input would cost as much as its hash. */
const scratch = Buffer.allocUnsafe(64 * 1024);

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Sealing with Node.js built-ins, which takes a third of the time of the portable tools. */
export const sealingTools: SealingTools = {
  digest: (prefix, text) => {
    const maxBytes = prefix.length + text.length * 3;
    const input = maxBytes <= scratch.length ? scratch : Buffer.allocUnsafe(maxBytes);
    input.set(prefix);
    const written = input.write(text, prefix.length);
    return digestOf("sha256", input.subarray(0, prefix.length + written), "buffer");
  },
  toHex: (bytes) => viewOf(bytes).toString("hex"),
  toBase64Url: (bytes) => viewOf(bytes).toString("base64url"),
};

/** SHA-256 of the RFC 8785 form of a value, in lowercase hexadecimal. */
export const digestOfValue = (value: unknown): string => digestOf("sha256", canonicalize(value), "hex");
