import { referenceNotFound } from "@assay/contract/platform/refusals";
import type { ModelRecord } from "@assay/contract/evaluation/models/model-rules";
import type { EvaluationCaller } from "../evaluation-tables.ts";

/** Returns the model in a request body. @throws {ApiError} 422. */
export function requireModel(caller: EvaluationCaller, id: string, path: string): ModelRecord {
  const model = caller.workspace.models.get(id);
  if (!model) throw referenceNotFound("model", id, path);
  return model;
}
