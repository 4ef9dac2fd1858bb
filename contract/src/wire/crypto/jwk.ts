import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";
import { canonicalize } from "../json/canonical-json.ts";
import { hash } from "./sha256.ts";

/** A public Ed25519 key in the form that RFC 8037 defines. */
export interface Ed25519Jwk {
  kty: "OKP";
  crv: "Ed25519";
  /** The 32 bytes of the key in base64url. */
  x: string;
}

/** Formats a public key (32 bytes) as a JSON Web Key. */
export const ed25519Jwk = (publicKey: Uint8Array): Ed25519Jwk => ({
  kty: "OKP",
  crv: "Ed25519",
  x: toBase64Url(publicKey),
});

/** Returns the 32 bytes of a public Ed25519 key; undefined for any other value. */
export function ed25519KeyOf(jwk: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof jwk !== "object" || jwk === null) return undefined;
  const { kty, crv, x }: { kty?: unknown; crv?: unknown; x?: unknown } = jwk;
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string") return undefined;
  const bytes = fromBase64Url(x);
  return bytes?.length === 32 ? bytes : undefined;
}

/** Thumbprints, cached by the canonical members of the key. The cache is cleared when full. */
const thumbprints = new Map<string, string>();
const maxCacheEntries = 100;

/** Computes a key's thumbprint: SHA-256 of its required members, in base64url. @see RFC 7638, section 3. */
export function jwkThumbprint({ kty, crv, x }: Ed25519Jwk): string {
  const members = canonicalize({ crv, kty, x });
  const cached = thumbprints.get(members);
  if (cached !== undefined) return cached;
  const thumbprint = toBase64Url(hash(utf8(members)));
  if (thumbprints.size >= maxCacheEntries) thumbprints.clear();
  thumbprints.set(members, thumbprint);
  return thumbprint;
}
