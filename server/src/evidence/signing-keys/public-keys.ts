import { ed25519Jwk } from "@assay/contract/wire";
import type { SigningKeyRow } from "./signing-key-queries.ts";

const jwkOf = ({ kid, public_key: publicKey }: SigningKeyRow) => ({ ...ed25519Jwk(publicKey), kid });

/** The keys as they are published: those whose signatures count or will count, and those that were revoked. */
export function publishedKeys(rows: readonly SigningKeyRow[]) {
  const keys = rows.flatMap((row) =>
    row.status === "revoked"
      ? []
      : [{ ...jwkOf(row), use: "sig" as const, alg: "EdDSA" as const, status: row.status }],
  );
  const revoked = rows.flatMap((row) =>
    row.revoked_at === null ? [] : [{ ...jwkOf(row), revokedAt: row.revoked_at.getTime() }],
  );
  return { keys, revoked };
}

/** The keys by which something can have been signed until now: a pending one has signed nothing. */
export function countingKeys(rows: readonly SigningKeyRow[]) {
  return publishedKeys(rows.filter(({ status }) => status !== "pending"));
}
