import { ed25519Jwk } from "../../wire/crypto/jwk.ts";

/** A key that signs checkpoints and records, without its private part. */
export interface PublicSigningKey {
  kid: string;
  publicKey: Uint8Array;
  status: "pending" | "active" | "retired" | "revoked";
  /** Milliseconds since 1970; null: not revoked. */
  revokedAt: number | null;
}

const jwkOf = ({ kid, publicKey }: PublicSigningKey) => ({ ...ed25519Jwk(publicKey), kid });

/** The published keys: `keys` with any status except revoked, and `revoked`. */
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

/** The keys that may have signed so far; a pending key has not signed yet. */
export const countingKeys = (keys: readonly PublicSigningKey[]) =>
  publishedKeys(keys.filter(({ status }) => status !== "pending"));
