import type { StoredExport } from "@assay/contract/evaluation/exports/export-rules";
import { shownExport } from "@assay/contract/evaluation/exports/export-wire";
import type { contract } from "@assay/contract/openapi/apis";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { listExports } from "./export-queries.ts";
import { findBlindEvaluations } from "../../workspace/access/blind-access.ts";
import { createExport, exportContent, getReachable } from "./export-service.ts";
import { exportToWire } from "./export-wire.ts";

/** Returns the handlers of the export routes. */
export function exportHandlers(deps: PlatformDeps): Handlers<typeof contract.exports> {
  const { knex } = deps.database;
  /** Maps exports to their wire form for a caller. */
  const exportsToWire = async (caller: Caller, stored: readonly StoredExport[]) => {
    const uuids = stored.flatMap(({ evaluations }) => evaluations.map((id) => uuidOf("evaluation", id)));
    const blind = await findBlindEvaluations(knex, caller, uuids);
    const isBlind = (ids: readonly string[]) => ids.some((id) => blind.has(uuidOf("evaluation", id)));
    return (each: StoredExport) => exportToWire(shownExport(each, isBlind), deps);
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
      const toWire = await exportsToWire(caller, rows);
      return { status: 200, body: pageOf(rows, query, identity, { toWire, keyOf: recordKey("export") }) };
    },
    get: async ({ params }, { caller }) => {
      const row = await getReachable(knex, caller, params.id);
      return { status: 200, body: (await exportsToWire(caller, [row]))(row) };
    },
    content: async ({ params }, { caller, recheck }) => ({
      status: 200,
      body: await exportContent(deps, { caller, recheck }, params.id),
    }),
  };
}
