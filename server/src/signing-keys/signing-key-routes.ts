import type { contract } from "@assay/contract";
import { ed25519Jwk } from "@assay/contract/wire";
import type { Handlers } from "../http/handler.ts";
import type { SigningKeyRow } from "./signing-key-queries.ts";
import type { SigningKeys } from "./signing-keys.ts";

const jwkOf = ({ kid, public_key: publicKey }: SigningKeyRow) => ({ ...ed25519Jwk(publicKey), kid });

/** The public keys, without an API key. */
export function signingKeyHandlers(keys: SigningKeys): Handlers<typeof contract.signingKeys> {
  return {
    list: async () => {
      await keys.active();
      const rows = await keys.list();
      const counting = rows.flatMap((row) =>
        row.status === "revoked"
          ? []
          : [{ ...jwkOf(row), use: "sig" as const, alg: "EdDSA" as const, status: row.status }],
      );
      const revoked = rows.flatMap((row) =>
        row.revoked_at === null ? [] : [{ ...jwkOf(row), revokedAt: row.revoked_at.getTime() }],
      );
      return { status: 200, body: { keys: counting, revoked } };
    },
  };
}
