import { ed25519Jwk } from "../../wire/crypto/jwk.ts";

/** A key that signs checkpoints and records, without its private part. */
export interface PublicSigningKey {
  kid: string;
  publicKey: Uint8Array;
  status: "pending" | "active" | "retired" | "revoked";
  /** Revocation time in milliseconds since 1970; null if the key is not revoked. */
  revokedAt: number | null;
}

const jwkOf = ({ kid, publicKey }: PublicSigningKey) => ({ ...ed25519Jwk(publicKey), kid });

/** Returns the published keys: `keys` contains all keys except revoked keys, which are in `revoked`. */
export const publishedKeys = (keys: readonly PublicSigningKey[]) => ({
  keys: keys.flatMap((key) =>
    key.status === "revoked"
      ? []
      : [{ ...jwkOf(key), use: "sig" as const, alg: "EdDSA" as const, status: key.status }],
  ),
  revoked: keys.flatMap((key) =>
    key.revokedAt === null ? [] : [{ ...jwkOf(key), revokedAt: key.revokedAt }],
  ),
});

/** Returns the keys that may have signed something. A pending key has not signed anything yet. */
export const countingKeys = (keys: readonly PublicSigningKey[]) =>
  publishedKeys(keys.filter(({ status }) => status !== "pending"));
