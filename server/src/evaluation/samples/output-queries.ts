import { outputKey } from "@assay/contract/evaluation/samples/output-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";

/** Identifies the outputs of one model for one dataset. */
export interface OutputPlace {
  workspaceId: string;
  datasetId: string;
  modelId: string;
}

const present = (db: Knex, place: OutputPlace) =>
  db("outputs")
    .where({ workspace_id: place.workspaceId, dataset_id: place.datasetId, model_id: place.modelId })
    .whereNull("valid_until");

/**
 * Returns the current outputs for the given samples (UUIDs), by `outputKey`. An output is null if it was stored
 * to record that the model produced no output.
 */
export async function findOutputs(
  db: Knex,
  place: OutputPlace,
  sampleIds: readonly string[],
): Promise<Map<string, unknown>> {
  const rows: { sample_id: string; run: number; output: unknown }[] = await present(db, place)
    .whereRaw("sample_id = any(?::uuid[])", [[...sampleIds]])
    .select("sample_id", "run", "output");
  return new Map(rows.map((row) => [outputKey(formatId("sample", row.sample_id), row.run), row.output]));
}

/**
 * Ends the validity of the current outputs for the given samples and runs at a version. Evaluations of earlier
 * versions can still read these outputs.
 */
export async function endOutputs(
  tx: Knex,
  place: OutputPlace,
  { outputs, version }: { outputs: readonly { sampleId: string; run: number }[]; version: number },
): Promise<void> {
  if (outputs.length === 0) return;
  await present(tx, place)
    .whereRaw("(sample_id, run) in (select * from unnest(?::uuid[], ?::smallint[]))", [
      outputs.map(({ sampleId }) => sampleId),
      outputs.map(({ run }) => run),
    ])
    .update({ valid_until: version });
}
