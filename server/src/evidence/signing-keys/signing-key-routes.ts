import { publishedKeys } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { publicKeyOf } from "./signing-key-queries.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** Returns the handler of the route for the public keys, which requires no API key. */
export function signingKeyHandlers(keys: SigningKeys): Handlers<typeof contract.signingKeys> {
  return {
    list: async () => {
      await keys.active();
      return { status: 200, body: publishedKeys((await keys.list()).map(publicKeyOf)) };
    },
  };
}
