import type { EntityCommand } from "@assay/contract/control/entities/entity-rules";
import type { contract } from "@assay/contract/openapi/apis";
import { entityPages } from "@assay/contract/control/entities/entity-pages";
import type { ControlDeps } from "../control-deps.ts";
import { commitAndNotify } from "../../evidence/log/append/append-in-transaction.ts";
import type { Call, Handlers } from "../../platform/http/routing/handler.ts";
import { findActions, listEntities } from "./entity-queries.ts";
import { changeEntities } from "./entity-service.ts";

/** The routes of entities. */
export function entityHandlers(deps: ControlDeps): Handlers<typeof contract.entities> {
  const { knex } = deps.database;
  const change = (call: Call, command: EntityCommand) =>
    commitAndNotify(deps, call, async (tx) => {
      const { caller } = call;
      const { result, warnings } = await deps.policies.names.entityChange(
        tx,
        caller.workspaceId,
        (onStored) => changeEntities(tx, deps, { caller, command, onStored }),
      );
      return { status: 200, body: { ok: true, ...result, warnings } } as const;
    });
  return {
    list: async ({ query }, { caller: { workspaceId } }) => {
      const pages = entityPages(query);
      const declared = await findActions(knex, workspaceId);
      const range = { limit: pages.limit + 1, after: pages.after };
      const rows = await listEntities(knex, { workspaceId, type: query.type }, range);
      const { page, nextCursor } = pages.cut(rows, ({ type, id }) => [type, id]);
      return { status: 200, body: { entities: page, ...declared, nextCursor } };
    },
    put: ({ body }, call) => change(call, { type: "replace", set: body }),
    patch: ({ body }, call) => change(call, { type: "merge", set: body }),
    delete: ({ params }, call) => change(call, { type: "delete", name: params }),
  };
}
