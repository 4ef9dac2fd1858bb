import type { contract } from "@assay/contract/openapi/apis";
import { formatId, parseId } from "@assay/contract/platform/ids";
import { modelConflict, notFound } from "@assay/contract/platform/refusals";
import { jsonEquals } from "@assay/contract/domain";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { findModel, findModelByVersion, insertModel, listModels, type ModelRow } from "./model-queries.ts";

const toWire = (row: ModelRow) => ({
  id: formatId("model", row.id),
  object: "model" as const,
  name: row.name,
  version: row.version,
  metadata: row.metadata,
  created_at: row.created_at.toISOString(),
});

/** The routes of models. */
export function modelHandlers(deps: PlatformDeps): Handlers<typeof contract.models> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { name, version, metadata = {} } = body;
        const row = { id: deps.newId(), name, version, metadata, created_at: deps.now() };
        if (await insertModel(tx, { ...row, workspace_id: caller.workspaceId }))
          return { status: 201, body: toWire(row) };
        const stored = await findModelByVersion(tx, caller.workspaceId, body);
        if (!stored || !jsonEquals(stored.metadata, metadata)) throw modelConflict(name, version);
        return { status: 200, body: toWire(stored) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "models", filter: { name: query.name } };
      const page = { name: query.name, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listModels(deps.database.knex, caller.workspaceId, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("model", params.id);
      const row = id && (await findModel(deps.database.knex, caller.workspaceId, id));
      if (!row) throw notFound("model", params.id);
      return { status: 200, body: toWire(row) };
    },
  };
}
