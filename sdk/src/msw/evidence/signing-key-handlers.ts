import { publishedKeys } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import type { EvidenceHandlers } from "./evidence-tables.ts";

/** Handlers for signing keys; a mock has exactly one. */
export const signingKeyHandlers: EvidenceHandlers<"signingKeys"> = {
  list: async (_, { signer }) => {
    const { kid, publicKey } = await signer();
    return publishedKeys([{ kid, publicKey, status: "active", revokedAt: null }]);
  },
};
