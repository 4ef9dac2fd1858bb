import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";

/** Identifies the outputs of one model for one dataset. */
export interface OutputPlace {
  workspaceId: string;
  datasetId: string;
  modelId: string;
}

const present = (db: Knex, place: OutputPlace, sampleIds: readonly string[]) =>
  db("outputs")
    .where({ workspace_id: place.workspaceId, dataset_id: place.datasetId, model_id: place.modelId })
    .whereNull("valid_until")
    .whereRaw("sample_id = any(?::uuid[])", [[...sampleIds]]);

/**
 * Returns the current outputs for the given samples (UUIDs), by sample id. An output is null if it was stored
 * to record that the model produced no output.
 */
export async function findOutputs(
  db: Knex,
  place: OutputPlace,
  sampleIds: readonly string[],
): Promise<Map<string, unknown>> {
  const rows: { sample_id: string; output: unknown }[] = await present(db, place, sampleIds).select(
    "sample_id",
    "output",
  );
  return new Map(rows.map((row) => [formatId("sample", row.sample_id), row.output]));
}

/**
 * Ends the validity of the current outputs for the given samples at a version. Evaluations of earlier
 * versions can still read these outputs.
 */
export async function endOutputs(
  tx: Knex,
  place: OutputPlace,
  { sampleIds, version }: { sampleIds: readonly string[]; version: number },
): Promise<void> {
  if (sampleIds.length > 0) await present(tx, place, sampleIds).update({ valid_until: version });
}
