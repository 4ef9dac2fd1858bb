import { modelConflict, notFound } from "@assay/contract/platform/refusals";
import { jsonEquals } from "@assay/contract/domain";
import { instant, newestFirst, pageOf } from "../../platform/http/paging.ts";
import type { EvaluationHandlers, ModelRow } from "../evaluation-tables.ts";

const toWire = (row: ModelRow) => ({
  id: row.id,
  object: "model" as const,
  name: row.name,
  version: row.version,
  metadata: { ...row.metadata },
  created_at: instant(row.createdAt),
});

/** The routes of models. */
export const modelHandlers: EvaluationHandlers<"models"> = {
  create: ({ body }, { caller, clock, newId, commit }) =>
    commit(() => {
      const { name, version, metadata = {} } = body;
      const { models } = caller.workspace;
      const stored = [...models.values()].find((row) => row.name === name && row.version === version);
      if (stored) {
        if (!jsonEquals(stored.metadata, metadata)) throw modelConflict(name, version);
        return { status: 200, body: toWire(stored) };
      }
      const row = { id: newId("model"), name, version, metadata, createdAt: clock.now() };
      models.set(row.id, row);
      return { status: 201, body: toWire(row) };
    }),
  list: ({ query }, { caller }) => {
    const { name } = query;
    const rows = [...caller.workspace.models.values()].filter(
      (row) => name === undefined || row.name === name,
    );
    return {
      status: 200,
      body: pageOf(rows, query, { list: "models", filter: { name }, toWire, ...newestFirst }),
    };
  },
  get: ({ params }, { caller }) => {
    const row = caller.workspace.models.get(params.id);
    if (!row) throw notFound("model", params.id);
    return { status: 200, body: toWire(row) };
  },
};
