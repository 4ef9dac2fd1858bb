import { decideModel } from "@assay/contract/evaluation/models/model-rules";
import { modelToWire } from "@assay/contract/evaluation/models/model-wire";
import { notFound } from "@assay/contract/platform/refusals";
import { hasValues, newestPage } from "../../platform/http/paging.ts";
import { storeDecision } from "../../platform/state/apply-decision.ts";
import type { EvaluationHandlers } from "../evaluation-tables.ts";

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
    const filter = { name: query.name };
    const rows = [...caller.workspace.models.values()].filter((row) => hasValues(row, filter));
    return newestPage(rows, query, { list: "models", filter, toWire: modelToWire });
  },
  get: ({ params }, { caller }) => {
    const model = caller.workspace.models.get(params.id);
    if (!model) throw notFound("model", params.id);
    return modelToWire(model);
  },
};
