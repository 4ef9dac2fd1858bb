import type { contract } from "@assay/contract/openapi/apis";
import { formatId } from "@assay/contract/platform/ids";
import type { Scope } from "@assay/contract/platform/scopes";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { type ApiKeyRow, listApiKeys } from "./api-key-queries.ts";
import { createApiKey, type FindReviewer, revokeApiKey, rotateApiKey } from "./api-key-service.ts";

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

const toWire = (row: ApiKeyRow) => ({
  id: formatId("api_key", row.id),
  object: "api_key" as const,
  name: row.name,
  // Only scopes of the contract are ever stored.
  scopes: row.scopes as Scope[],
  projects: row.projects?.map((project) => formatId("project", project)) ?? null,
  reviewer: row.reviewer_id && formatId("reviewer", row.reviewer_id),
  last4: row.last4,
  expires_at: instant(row.expires_at),
  last_used_at: instant(row.last_used_at),
  revoked_at: instant(row.revoked_at),
  created_at: row.created_at.toISOString(),
});

/** The routes of API keys. @param findReviewer looks up the reviewer as whom a new key acts. */
export function apiKeyHandlers(
  deps: PlatformDeps,
  findReviewer: FindReviewer,
): Handlers<typeof contract.apiKeys> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { row, secret } = await createApiKey(tx, { ...deps, findReviewer }, caller, body);
        return { status: 201, body: { ...toWire(row), secret } };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "api_keys", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listApiKeys(deps.database.knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    revoke: async ({ params }, { caller, commit }) => {
      const answer = await commit(async (tx) => {
        return { status: 200, body: toWire(await revokeApiKey(tx, deps, caller, params.id)) } as const;
      });
      deps.forgetApiKeys();
      return answer;
    },
    rotate: async ({ params, body }, { caller, commit }) => {
      const answer = await commit(async (tx) => {
        const asked = { publicId: params.id, graceSeconds: body.grace_seconds };
        const { row, secret, previousUntil } = await rotateApiKey(tx, deps, caller, asked);
        const wire = { ...toWire(row), secret, previous_secret_expires_at: previousUntil.toISOString() };
        return { status: 200, body: wire } as const;
      });
      deps.forgetApiKeys();
      return answer;
    },
  };
}
