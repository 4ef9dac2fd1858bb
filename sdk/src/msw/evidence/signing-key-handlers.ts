import { ed25519Jwk } from "@assay/contract/wire";
import type { EvidenceHandlers } from "./evidence-tables.ts";

/** The public keys: a mock has one. */
export const signingKeyHandlers: EvidenceHandlers<"signingKeys"> = {
  list: async (_, { signer }) => {
    const { kid, publicKey } = await signer();
    const key = {
      ...ed25519Jwk(publicKey),
      kid,
      use: "sig" as const,
      alg: "EdDSA" as const,
      status: "active" as const,
    };
    return { status: 200, body: { keys: [key], revoked: [] } };
  },
};
