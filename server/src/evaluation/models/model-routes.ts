import { decideModel, type ModelRecord } from "@assay/contract/evaluation/models/model-rules";
import type { CreateModelBody } from "@assay/contract/evaluation/models/models";
import { modelToWire } from "@assay/contract/evaluation/models/model-wire";
import type { contract } from "@assay/contract/openapi/apis";
import { parseId } from "@assay/contract/platform/ids";
import { existing } from "@assay/contract/platform/requests/existing";
import {
  appendsNothing,
  commitDecision,
  emitsNothing,
  neverChanges,
} from "../../platform/db/commit-decision.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Caller, Handlers } from "../../platform/http/routing/handler.ts";
import { pageOf, positionOf, recordKey } from "../../platform/http/request/page.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { findModel, findModelByVersion, insertModel, listModels } from "./model-queries.ts";

type Parts = Pick<PlatformDeps, "now" | "newId">;

/**
 * Registers a model unless it is already registered.
 *
 * @throws {ApiError} the refusals that `decideModel` returns.
 */
async function registerModel(
  tx: Tx,
  deps: Parts,
  { caller, body }: { caller: Caller; body: CreateModelBody },
): Promise<{ created: boolean; model: ModelRecord }> {
  const { workspaceId } = caller;
  const stored = await findModelByVersion(tx, workspaceId, body);
  const decision = decideModel(stored, body, ruleContext(deps, caller));
  let taken = false;
  await commitDecision(decision, {
    insert: async (model) => {
      taken = !(await insertModel(tx, workspaceId, model));
    },
    update: neverChanges,
    delete: neverChanges,
    append: appendsNothing,
    emit: emitsNothing,
  });
  // A concurrent request stored the model after the lookup. Models are never deleted, so the next lookup
  // finds it.
  if (taken) return registerModel(tx, deps, { caller, body });
  return { created: stored === undefined, model: decision.record };
}

/** Returns the handlers of the model routes. */
export function modelHandlers(deps: PlatformDeps): Handlers<typeof contract.models> {
  return {
    create: ({ body }, { caller, commit }) =>
      commit(async (tx) => {
        const { created, model } = await registerModel(tx, deps, { caller, body });
        return { status: created ? 201 : 200, body: modelToWire(model) };
      }),
    list: async ({ query }, { caller }) => {
      const identity = { list: "models", filter: { name: query.name } };
      const page = { name: query.name, limit: query.limit, position: positionOf(query, identity) };
      const rows = await listModels(deps.database.knex, caller.workspaceId, page);
      const shape = { toWire: modelToWire, keyOf: recordKey("model") };
      return { status: 200, body: pageOf(rows, query, identity, shape) };
    },
    get: async ({ params }, { caller }) => {
      const id = parseId("model", params.id);
      const model = id && (await findModel(deps.database.knex, caller.workspaceId, id));
      return { status: 200, body: modelToWire(existing(model || undefined, "model", params.id)) };
    },
  };
}
