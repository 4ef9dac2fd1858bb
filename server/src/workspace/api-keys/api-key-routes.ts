import type { contract } from "@assay/contract/openapi/apis";
import {
  apiKeyToWire,
  createdApiKeyToWire,
  rotatedApiKeyToWire,
} from "@assay/contract/workspace/api-key-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { listApiKeys } from "./api-key-queries.ts";
import { createApiKey, type CreateApiKeyDeps, revokeApiKey, rotateApiKey } from "./api-key-service.ts";

/**
 * Returns the handlers of the API key routes.
 *
 * @param lookups find the reviewer and the agent of a new key.
 */
export function apiKeyHandlers(
  deps: PlatformDeps,
  lookups: Pick<CreateApiKeyDeps, "findReviewer" | "hasAgent">,
): Handlers<typeof contract.apiKeys> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { apiKey, secret } = await createApiKey(tx, { ...deps, ...lookups }, { caller, body });
        return { status: 201, body: createdApiKeyToWire(apiKey, secret) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "api_keys", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listApiKeys(deps.database.knex, caller, page);
      const shape = { toWire: apiKeyToWire, keyOf: recordKey("api_key") };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    revoke: async ({ params }, { caller, commit }) => {
      const response = await commit(async (tx) => {
        const apiKey = await revokeApiKey(tx, deps, { reach: caller, id: params.id });
        return { status: 200, body: apiKeyToWire(apiKey) } as const;
      });
      deps.invalidateApiKeys();
      return response;
    },
    rotate: async ({ params, body }, { caller, commit }) => {
      const response = await commit(async (tx) => {
        const rotation = { caller, id: params.id, graceSeconds: body.grace_seconds };
        const { decision, secret } = await rotateApiKey(tx, deps, rotation);
        return { status: 200, body: rotatedApiKeyToWire(decision, secret) } as const;
      });
      deps.invalidateApiKeys();
      return response;
    },
  };
}
