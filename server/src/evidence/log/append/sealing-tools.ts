import { hash as digestOf } from "node:crypto";
import { canonicalize, type SealingTools, type Sha256 } from "@assay/contract/wire";

// OpenSSL's takes a third of the time that one in JavaScript does (220 bytes: 1.0 µs against 2.9 µs).
export const sha256: Sha256 = (bytes) => digestOf("sha256", bytes, "buffer");

/** What is hashed is written here first: a new piece of memory for each would cost as much as its hash. */
const desk = Buffer.allocUnsafe(64 * 1024);

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length);

/** Sealing with what Node.js has: a third of the time that the portable tools take. */
export const sealingTools: SealingTools = {
  digest: (prefix, text) => {
    const most = prefix.length + text.length * 3;
    const place = most <= desk.length ? desk : Buffer.allocUnsafe(most);
    place.set(prefix);
    const written = place.write(text, prefix.length);
    return digestOf("sha256", place.subarray(0, prefix.length + written), "buffer");
  },
  toHex: (bytes) => viewOf(bytes).toString("hex"),
  toBase64Url: (bytes) => viewOf(bytes).toString("base64url"),
};

/** SHA-256 of the RFC 8785 form of a value, in lower-case hexadecimal. */
export const digestOfValue = (value: unknown): string => digestOf("sha256", canonicalize(value), "hex");
