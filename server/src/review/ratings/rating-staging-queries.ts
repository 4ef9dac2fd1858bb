import type { FieldError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import type { PlacedRow } from "@assay/contract/review/ratings/rating-groups";
import type { RatedRow } from "@assay/contract/review/ratings/rating-rows";
import { unknownRatedSample } from "@assay/contract/review/ratings/rating-import-rules";
import type { Knex } from "knex";
import type { Staging } from "../../evaluation/samples/staging-queries.ts";
import type { Tx } from "../../platform/db/transaction.ts";

/** The columns of a staged row, in order. */
export const stagedRatingColumns = [
  "workspace_id",
  "import_id",
  "ordinal",
  "line",
  "path",
  "sample",
  "external_id",
  "sample_id",
  "contents",
  "staged_at",
] as const;

/** The part of a row that is stored as JSON. */
export type StagedContents = Pick<RatedRow, "ratings" | "notes" | "submittedAt">;

/** Updates the query planner's statistics of the staging table; see `analyzeStaging`. */
export async function analyzeStagedRatings(db: Knex): Promise<void> {
  await db.raw("analyze staged_ratings (workspace_id, import_id, ordinal, sample_id)");
}

interface UnknownRow {
  line: number;
  path: string;
  sample: string | null;
  external_id: string | null;
  /** Total number of rows with this fault. */
  total: number;
}

/** Finds the rows whose sample the dataset does not contain: their number and the first faults, by line. */
export async function findUnknownRated(
  tx: Tx,
  staging: Staging,
  limit: number,
): Promise<{ failed: number; errors: FieldError[] }> {
  const { rows } = await tx.raw<{ rows: UnknownRow[] }>(
    `select line, path, sample, external_id, (count(*) over ())::integer as total from staged_ratings
     where workspace_id = ? and import_id = ? and sample_id is null order by ordinal limit ?`,
    [staging.workspaceId, staging.importId, limit],
  );
  const errors = rows.map(({ external_id: externalId, ...row }) =>
    unknownRatedSample({ ...row, externalId }),
  );
  return { failed: rows[0]?.total ?? 0, errors };
}

interface StagedRow {
  line: number;
  path: string;
  sample_id: string;
  contents: StagedContents;
}

/** Number of rows that are read at once. */
const fetchedRows = 5000;

/**
 * Reads the staged rows whose sample is known: sorted by sample, in the order of the first row of each sample. Each batch
 * contains all rows of up to `maxSamples` samples.
 */
export async function* readRatedSamples(
  tx: Tx,
  staging: Staging,
  maxSamples: number,
): AsyncGenerator<PlacedRow[]> {
  await tx.raw(
    `declare rated_samples no scroll cursor for
     select line, path, sample_id, contents, min(ordinal) over (partition by sample_id) as first
     from staged_ratings where workspace_id = ? and import_id = ? and sample_id is not null
     order by first, ordinal`,
    [staging.workspaceId, staging.importId],
  );
  let batch: PlacedRow[] = [];
  let samples = 0;
  for (;;) {
    const { rows } = await tx.raw<{ rows: StagedRow[] }>(`fetch forward ${fetchedRows} from rated_samples`);
    if (rows.length === 0) break;
    for (const { sample_id: id, contents, ...place } of rows) {
      const sample = formatId("sample", id);
      if (sample !== batch.at(-1)?.sample) {
        if (samples === maxSamples) {
          yield batch;
          batch = [];
          samples = 0;
        }
        samples += 1;
      }
      batch.push({ ...place, sample, ...contents });
    }
  }
  if (batch.length > 0) yield batch;
  await tx.raw("close rated_samples");
}

/** Deletes the staged rows of a file. */
export async function clearStagedRatings(db: Knex, staging: Staging): Promise<void> {
  await db("staged_ratings")
    .where({ workspace_id: staging.workspaceId, import_id: staging.importId })
    .delete();
}
