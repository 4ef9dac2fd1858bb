import type { EntityCommand } from "@assay/contract/control/entities/entity-rules";
import type { contract } from "@assay/contract/openapi/apis";
import { limits } from "@assay/contract/platform/limits";
import { decodeCursor, encodeCursor } from "@assay/contract/wire";
import type { ControlDeps } from "../control-deps.ts";
import { committed } from "../../evidence/log/append/tell-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { findActions, listEntities } from "./entity-queries.ts";
import { changeEntities } from "./entity-service.ts";

const cursorNames = { parameter: "cursor", member: "nextCursor" };

/** The routes of entities. */
export function entityHandlers(deps: ControlDeps): Handlers<typeof contract.entities> {
  const { knex } = deps.database;
  const change = (call: Call, command: EntityCommand) =>
    committed(deps, call, async (tx) => {
      const counts = await changeEntities(tx, deps, { caller: call.caller, command });
      return { status: 200, body: { ok: true, ...counts } } as const;
    });
  return {
    list: async ({ query }, { caller: { workspaceId } }) => {
      const { type, limit = limits.entitiesPerPage, cursor } = query;
      const identity = { list: "entities", filter: { type }, names: cursorNames };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, identity, ["text", "text"]);
      const actions = await findActions(knex, workspaceId);
      const rows = await listEntities(knex, { workspaceId, type }, { limit: limit + 1, after });
      const entities = rows.slice(0, limit);
      const last = rows.length > limit ? entities.at(-1) : undefined;
      const nextCursor = last ? encodeCursor({ ...identity, position: [last.type, last.id] }) : null;
      return { status: 200, body: { entities, actions, nextCursor } };
    },
    put: ({ body }, call) => change(call, { type: "replace", set: body }),
    patch: ({ body }, call) => change(call, { type: "merge", set: body }),
    delete: ({ params }, call) => change(call, { type: "delete", name: params }),
  };
}
