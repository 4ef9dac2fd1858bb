import type { contract } from "@assay/contract";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../http/handler.ts";
import { datedKey, pageOf, positionOf } from "../http/page.ts";
import { type ExportRow, listExports } from "./export-queries.ts";
import { createExport, exportContent, getReachable } from "./export-service.ts";
import { exportToWire } from "./export-wire.ts";

/** The routes of exports. */
export function exportHandlers(deps: Deps): Handlers<typeof contract.exports> {
  const { knex } = deps.database;
  const toWire = (row: ExportRow) => exportToWire(row, deps);
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => ({ status: 202, body: toWire(await createExport(tx, deps, caller, body)) })),
    list: async ({ query }, { caller }) => {
      const identity = { list: "exports", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listExports(knex, caller, page);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => ({
      status: 200,
      body: toWire(await getReachable(knex, caller, params.id)),
    }),
    content: async ({ params }, { caller }) => ({
      status: 200,
      body: await exportContent(deps, caller, params.id),
    }),
  };
}
