import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { modelConflict } from "../../platform/refusals.ts";
import type { CreateModelBody } from "./models.ts";

/** A stored model. Models belong to the workspace. Times are in milliseconds since 1970. */
export interface ModelRecord {
  id: string;
  name: string;
  version: string;
  metadata: Readonly<Record<string, unknown>>;
  createdAt: number;
}

/**
 * Decides a request to register a model.
 *
 * @param stored the model with the same name and version; undefined if there is none.
 * @throws {ApiError} 409 `conflict` if the stored model has different metadata. On an error, nothing changes.
 */
export function decideModel(
  stored: ModelRecord | undefined,
  { name, version, metadata = {} }: CreateModelBody,
  { now, newId }: RuleContext,
): Decision<ModelRecord, never, never> & { record: ModelRecord } {
  if (stored) {
    if (!jsonEquals(stored.metadata, metadata)) throw modelConflict(name, version);
    return { ...unchanged(stored), record: stored };
  }
  const record = { id: newId("model"), name, version, metadata, createdAt: now };
  return { record, changes: [{ op: "insert", record }], evidence: [], events: [] };
}
