import type { contract } from "@assay/contract/openapi/apis";
import { requireListAccess } from "@assay/contract/review/items/item-rules";
import { type ItemRow, itemSummary } from "@assay/contract/review/items/item-wire";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { type ListIdentity, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { expireAssignments } from "../tasks/assignment/expire-assignments.ts";
import { listItems } from "./item-queries.ts";
import { readItem, readTask, revealItem, showItem } from "./item-service.ts";

/** Returns the handlers of the routes for the samples of review tasks. */
export function itemHandlers(deps: PlatformDeps): Handlers<typeof contract.reviewItems> {
  const { knex } = deps.database;
  return {
    list: async ({ params, query }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const read = await readTask(knex, deps, caller, params.id);
      requireListAccess(read);
      const { id } = read.task;
      const identity: ListIdentity = { list: "review_items", filter: { task: id }, key: ["integer"] };
      const position = positionOf(query, identity)?.[0];
      const key = { workspaceId: caller.workspaceId, taskId: uuidOf("review_task", id) };
      const after = position === undefined ? undefined : Number(position);
      const rows = await listItems(knex, key, { limit: query.limit, after });
      const map = { toWire: itemSummary(read), keyOf: (row: ItemRow) => [row.position] };
      return { status: 200, body: pageOf(rows, query, identity, map) };
    },
    get: async ({ params }, { caller }) => {
      await expireAssignments(deps, caller.workspaceId);
      const item = await readItem(knex, deps, caller, params);
      return { status: 200, body: await showItem(knex, deps, caller, item) };
    },
    reveal: async ({ params }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const item = await revealItem(tx, deps, caller, await readItem(tx, deps, caller, params));
        return { status: 200, body: await showItem(tx, deps, caller, item) };
      });
    },
  };
}
