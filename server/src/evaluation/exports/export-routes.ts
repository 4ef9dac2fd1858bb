import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { datedKey, pageOf, positionOf } from "../../platform/http/request/page.ts";
import { type ExportRow, listExports } from "./export-queries.ts";
import { findBlindEvaluations } from "../../workspace/access/blind-review.ts";
import { createExport, exportContent, getReachable } from "./export-service.ts";
import { exportToWire } from "./export-wire.ts";

/** The routes of exports. */
export function exportHandlers(deps: PlatformDeps): Handlers<typeof contract.exports> {
  const { knex } = deps.database;
  /** What is shown to a caller: of a file that covers what they have still to review blind not what it could be guessed by. */
  const shownTo = async (caller: Caller, rows: readonly ExportRow[]) => {
    const ids = rows.flatMap(({ evaluations }) => evaluations);
    const blind = await findBlindEvaluations(knex, caller, ids);
    return (row: ExportRow) => {
      const isHidden = row.evaluations.some((id) => blind.has(id));
      return exportToWire(isHidden ? { ...row, size_bytes: null, sha256: null } : row, deps);
    };
  };
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => ({
        status: 202,
        body: exportToWire(await createExport(tx, deps, caller, body), deps),
      })),
    list: async ({ query }, { caller }) => {
      const identity = { list: "exports", filter: {} };
      const page = { limit: query.limit, position: positionOf(query, identity) };
      const rows = await listExports(knex, caller, page);
      const toWire = await shownTo(caller, rows);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: datedKey }) };
    },
    get: async ({ params }, { caller }) => {
      const row = await getReachable(knex, caller, params.id);
      return { status: 200, body: (await shownTo(caller, [row]))(row) };
    },
    content: async ({ params }, { caller }) => ({
      status: 200,
      body: await exportContent(deps, caller, params.id),
    }),
  };
}
