import { type NamingRow, repeatedRow, unknownRow } from "@assay/contract/evaluation/samples/output-rules";
import type { FieldError } from "@assay/contract/platform/errors";
import type { Knex } from "knex";
import type { OutputPlace } from "./output-queries.ts";
import type { Staging } from "./staging-queries.ts";

/** The columns of a staged output, in order. */
export const stagedOutputColumns = [
  "workspace_id",
  "import_id",
  "ordinal",
  "line",
  "sample",
  "external_id",
  "sample_id",
  "run",
  "output",
  "staged_at",
] as const;

/** A staged output, and the reference by which the file names its sample. */
interface StagedOutput {
  line: number;
  sample: string | null;
  external_id: string | null;
  /** Total number of rows with this fault. */
  total: number;
}

const naming = ({ line, sample, external_id: externalId }: StagedOutput): NamingRow => ({
  line,
  sample,
  externalId,
});

/** Faults in staged outputs: the number of all faults, and the first of them. */
interface StagedFaults {
  total: number;
  errors: FieldError[];
}

/**
 * Stores, for each staged output or rating, the sample to which it refers; null if the dataset currently has no such
 * sample.
 *
 * Uses one index lookup per row, which is fast without statistics. In contrast, a join of newly filled tables
 * compared each of 50,000 rows with each sample.
 */
export async function resolveStagedSamples(
  tx: Knex,
  staging: Staging,
  { table, datasetId }: { table: "staged_outputs" | "staged_ratings"; datasetId: string },
): Promise<void> {
  const present = "e.workspace_id = s.workspace_id and e.dataset_id = ? and e.valid_until is null";
  await tx.raw(
    `update ${table} s set sample_id = case
         when s.sample is null then (select e.id from samples e where ${present} and e.external_id = s.external_id)
         else (select e.id from samples e where ${present} and e.id = s.sample_id)
       end
     where s.workspace_id = ? and s.import_id = ?`,
    [datasetId, datasetId, staging.workspaceId, staging.importId],
  );
}

/**
 * Lists outputs for samples that the dataset does not contain, by line. Requires {@link
 * resolveStagedSamples}.
 */
export async function findUnknownSamples(tx: Knex, staging: Staging, limit: number): Promise<StagedFaults> {
  const { rows } = await tx.raw<{ rows: StagedOutput[] }>(
    `select line, sample, external_id, (count(*) over ())::integer as total from staged_outputs
     where workspace_id = ? and import_id = ? and sample_id is null order by ordinal limit ?`,
    [staging.workspaceId, staging.importId, limit],
  );
  return { total: rows[0]?.total ?? 0, errors: rows.map((row) => unknownRow(naming(row))) };
}

/**
 * Lists outputs for samples and runs that already have an output in an earlier line, by line, each with that
 * earlier line.
 */
export async function findRepeatedSamples(tx: Knex, staging: Staging, limit: number): Promise<StagedFaults> {
  const { rows } = await tx.raw<{ rows: (StagedOutput & { first_line: number; run: number })[] }>(
    `select line, sample, external_id, run, first_line, (count(*) over ())::integer as total from (
       select ordinal, line, sample, external_id, run, row_number() over same as nth, first_value(line) over same as first_line
       from staged_outputs where workspace_id = ? and import_id = ? window same as (partition by sample_id, run order by ordinal)
     ) numbered where nth > 1 order by ordinal limit ?`,
    [staging.workspaceId, staging.importId, limit],
  );
  const errors = rows.map((row) => repeatedRow({ ...naming(row), firstLine: row.first_line, run: row.run }));
  return { total: rows[0]?.total ?? 0, errors };
}

/**
 * Compares each staged output with the model's stored output, and records the result: the same JSON
 * (regardless of formatting), different JSON, or no stored output.
 */
export async function compareStagedOutputs(tx: Knex, staging: Staging, place: OutputPlace): Promise<void> {
  await tx.raw(
    `update staged_outputs s set stored = (
       select case when o.output::jsonb is not distinct from s.output::jsonb then 'same' else 'other' end
       from outputs o where o.workspace_id = s.workspace_id and o.dataset_id = ? and o.model_id = ?
         and o.sample_id = s.sample_id and o.run = s.run and o.valid_until is null
     ) where s.workspace_id = ? and s.import_id = ?`,
    [place.datasetId, place.modelId, staging.workspaceId, staging.importId],
  );
}

/** Lists the samples and runs whose stored output differs from the staged output, in file order. */
export async function listUpdated(
  tx: Knex,
  staging: Staging,
  { after, limit }: { after: number; limit: number },
): Promise<{ ordinal: number; sampleId: string; run: number }[]> {
  return tx("staged_outputs")
    .where({ workspace_id: staging.workspaceId, import_id: staging.importId, stored: "other" })
    .where("ordinal", ">", after)
    .orderBy("ordinal")
    .limit(limit)
    .select("ordinal", { sampleId: "sample_id" }, "run");
}

/**
 * Stores the staged outputs that are new or differ from the stored ones, valid from a version.
 *
 * @returns the number of these outputs.
 */
export async function moveIntoOutputs(
  tx: Knex,
  staging: Staging,
  { version, ...place }: OutputPlace & { version: number },
): Promise<number> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `insert into outputs (workspace_id, dataset_id, model_id, sample_id, run, valid_from, output, created_at)
     select workspace_id, ?, ?, sample_id, run, ?, output, staged_at from staged_outputs
     where workspace_id = ? and import_id = ? and stored is distinct from 'same' order by ordinal`,
    [place.datasetId, place.modelId, version, staging.workspaceId, staging.importId],
  );
  return rowCount;
}

/** Deletes the staged rows of a file. */
export async function clearStagedOutputs(db: Knex, staging: Staging): Promise<void> {
  await db("staged_outputs")
    .where({ workspace_id: staging.workspaceId, import_id: staging.importId })
    .delete();
}
