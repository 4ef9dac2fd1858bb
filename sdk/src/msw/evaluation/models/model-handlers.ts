import { existing, existingReference } from "@assay/contract/platform/requests/existing";
import { type ModelRecord, decideModel } from "@assay/contract/evaluation/models/model-rules";
import type { EvaluationCaller, EvaluationHandlers } from "../evaluation-tables.ts";
import { modelToWire } from "@assay/contract/evaluation/models/model-wire";
import { hasValues, newestPage } from "@assay/contract/platform/paging/sorted-page";
import { storeDecision } from "../../platform/state/apply-decision.ts";

/** Returns the model that a request body names. @throws {ApiError} 422 if the caller cannot access it. */
export const requireModel = (caller: EvaluationCaller, id: string, path: string): ModelRecord =>
  existingReference(caller.workspace.models.get(id), "model", { id, path });

export const modelHandlers: EvaluationHandlers<"models"> = {
  create: ({ body }, call) =>
    call.commit(() => {
      const { models } = call.caller.workspace;
      const { name, version } = body;
      const stored = [...models.values()].find((model) => model.name === name && model.version === version);
      const decision = decideModel(stored, body, call.rules);
      storeDecision(decision, models);
      return { status: stored ? 200 : 201, body: modelToWire(decision.record) };
    }),
  list: ({ query }, { caller }) => {
    const { name } = query;
    const rows = [...caller.workspace.models.values()].filter((row) => hasValues(row, { name }));
    return newestPage(rows, query, { list: "models", toWire: modelToWire });
  },
  get: ({ params: { id } }, { caller }) =>
    modelToWire(existing(caller.workspace.models.get(id), "model", id)),
};
