import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import { type Decision, type RuleContext, unchanged } from "../../platform/decision.ts";
import { modelConflict } from "../../platform/refusals.ts";
import type { CreateModelBody } from "./models.ts";

/** A stored model. Models belong to the workspace. Instants are milliseconds since 1970. */
export interface ModelRecord {
  id: string;
  name: string;
  version: string;
  metadata: Readonly<Record<string, unknown>>;
  createdAt: number;
}

/**
 * Decides the registration of a model.
 *
 * @param stored the model with this name and version; undefined: none.
 * @throws {ApiError} 409 `conflict` if stored with other metadata. Nothing changes on an error.
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
