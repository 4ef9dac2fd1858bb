import { parseId } from "@assay/contract/platform/ids";
import { pickSubset, type SampleConditions } from "@assay/contract/domain";
import type { Knex } from "knex";

/** A dataset at a specific version. */
export interface SampleSource {
  workspaceId: string;
  datasetId: string;
  version: number;
}

/**
 * Selects the samples of an evaluation: conditions and, optionally, the size of a random subset of the
 * matching samples.
 */
export type SampleFilter = SampleConditions & { limit?: number | undefined; seed?: number | undefined };

/** A run of a sample with the parts that are evaluated, at the version of the dataset that the evaluation uses. */
export interface SampleCaseRow {
  id: string;
  /** The input, the external id and the metadata are null unless the caller requests them. */
  input: unknown;
  external_id: string | null;
  metadata: Record<string, unknown> | null;
  output: unknown;
  expected: unknown;
  sample_version: number;
  /**
   * The version of the model's output; null if the sample's own output is used, or if the model has no output
   * for the sample.
   */
  output_version: number | null;
  /** Number of the run. */
  run: number;
}

const atVersion = (table: string) =>
  `${table}.valid_from <= ? and (${table}.valid_until is null or ${table}.valid_until > ?)`;

/**
 * Builds a query of the samples that match a filter's conditions, in no particular order. The conditions must
 * have the same meaning as in the domain function `matchesFilter`.
 */
function matching(db: Knex, source: SampleSource, filter: SampleConditions | null): Knex.QueryBuilder {
  const query = db("samples")
    .where({ workspace_id: source.workspaceId, dataset_id: source.datasetId })
    .whereRaw(atVersion("samples"), [source.version, source.version]);
  const { ids, external_ids: externalIds, tags_any: tags, split, metadata } = filter ?? {};
  if (ids) query.whereRaw("id = any(?::uuid[])", [ids.flatMap((id) => parseId("sample", id) ?? [])]);
  if (externalIds) query.whereRaw("external_id = any(?::text[])", [[...externalIds]]);
  if (tags) query.whereRaw("tags && ?::text[]", [[...tags]]);
  if (typeof split === "string") query.where({ split });
  for (const [key, value] of Object.entries(metadata ?? {})) {
    query.whereRaw("metadata -> ?::text = ?::jsonb", [key, JSON.stringify(value)]);
  }
  return query;
}

async function countMatching(db: Knex, source: SampleSource, filter: SampleFilter | null): Promise<number> {
  const row: { count: string } | undefined = await matching(db, source, filter).count({ count: "*" }).first();
  return Number(row?.count ?? 0);
}

/** Returns the number of samples that an evaluation with this filter has. */
export async function countSamples(
  db: Knex,
  source: SampleSource,
  filter: SampleFilter | null,
): Promise<number> {
  return Math.min(await countMatching(db, source, filter), filter?.limit ?? Infinity);
}

/**
 * Yields the ids of an evaluation's samples in dataset order, in pages. The result is the same on every call.
 *
 * @param pageSize number of samples to read for a page. If a random subset is selected, pages contain fewer
 * ids.
 */
export async function* sampleIds(
  db: Knex,
  source: SampleSource,
  { filter, pageSize }: { filter: SampleFilter | null; pageSize: number },
): AsyncGenerator<string[]> {
  const chosen = filter?.limit === undefined ? undefined : await chosenPositions(db, source, filter);
  let position = 0;
  let after: string | undefined;
  do {
    const query = matching(db, source, filter).orderBy("id").limit(pageSize).select("id");
    const rows: { id: string }[] = await (after === undefined ? query : query.where("id", ">", after));
    const first = position;
    const page = rows.map(({ id }) => id);
    yield chosen ? page.filter((_, index) => chosen[first + index] === 1) : page;
    position += page.length;
    after = page.length < pageSize ? undefined : page.at(-1);
  } while (after !== undefined);
}

/**
 * Marks the positions of a random subset in dataset order. Positions instead of ids are used, because they
 * need only a few bytes per sample even for millions of samples.
 */
async function chosenPositions(db: Knex, source: SampleSource, filter: SampleFilter): Promise<Uint8Array> {
  const count = await countMatching(db, source, filter);
  const positions = Array.from({ length: count }, (_, position) => position);
  const marks = new Uint8Array(count);
  for (const position of pickSubset(positions, filter.limit ?? count, filter.seed ?? 0)) marks[position] = 1;
  return marks;
}

/**
 * Reads the runs of samples with the parts that are evaluated, in dataset order and then by run.
 *
 * @param wanted if it names a model, the model's stored outputs replace the samples' own outputs. If the
 * model has no output for a run of a sample, the output is null.
 */
export async function readCases(
  db: Knex,
  { workspaceId, datasetId, version }: SampleSource,
  wanted: { modelId: string | null; runs: number; ids: readonly string[]; withInput: boolean },
): Promise<SampleCaseRow[]> {
  const { modelId } = wanted;
  const query = db("samples")
    .where("samples.workspace_id", workspaceId)
    .whereRaw("samples.id = any(?::uuid[])", [[...wanted.ids]])
    .whereRaw(atVersion("samples"), [version, version])
    .joinRaw("cross join generate_series(1, ?::integer) as runs (run)", [modelId === null ? 1 : wanted.runs])
    .orderBy(["samples.id", "runs.run"])
    .select("samples.id", "samples.expected", "runs.run", { sample_version: "samples.valid_from" });
  query.select(
    wanted.withInput
      ? ["samples.input", "samples.external_id", "samples.metadata"]
      : db.raw("null::json as input, null::text as external_id, null::jsonb as metadata"),
  );
  if (modelId === null) return query.select("samples.output", { output_version: db.raw("null::integer") });
  return query
    .leftJoin("outputs", (join) => {
      join
        .on("outputs.workspace_id", "samples.workspace_id")
        .on("outputs.dataset_id", "samples.dataset_id")
        .on("outputs.sample_id", "samples.id")
        .onVal("outputs.dataset_id", datasetId)
        .onVal("outputs.model_id", modelId)
        .on("outputs.run", "runs.run")
        .on(db.raw(atVersion("outputs"), [version, version]));
    })
    .select("outputs.output", { output_version: "outputs.valid_from" });
}
