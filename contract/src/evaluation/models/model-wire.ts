import type { ModelRecord } from "./model-rules.ts";

/** Converts a model to its form in responses. */
export const modelToWire = ({ id, name, version, metadata, createdAt }: ModelRecord) => ({
  id,
  object: "model" as const,
  name,
  version,
  metadata: { ...metadata },
  created_at: new Date(createdAt).toISOString(),
});
