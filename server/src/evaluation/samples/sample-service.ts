import {
  externalIdRepeated,
  externalIdTaken,
  importConflict,
} from "@assay/contract/evaluation/samples/sample-refusals";
import type { FieldError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import type { Reach } from "../../workspace/access/reach.ts";
import { insertRows } from "../../platform/db/rows.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { lockForChange, recordChange } from "../datasets/dataset-service.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  contentColumns,
  contentOf,
  contentValues,
  type GivenSample,
  type SampleContent,
} from "./sample-content.ts";
import { findTaken, type SampleRow } from "./sample-queries.ts";

/** Columns of a new row of `samples`, in the order rows are made below. */
const sampleColumns = [
  "workspace_id",
  "id",
  "dataset_id",
  "valid_from",
  ...contentColumns,
  "created_at",
] as const;

/**
 * Writes samples for the wire.
 *
 * @param blind ids of samples that the caller has still to review blind: without what would tell the expected answer.
 */
export const sampleToWire = (blind: ReadonlySet<string>) => (row: SampleRow) => ({
  ...plainToWire(row),
  ...(blind.has(row.id) && { expected: null, content_hash: null, case_hash: null }),
});

const plainToWire = (row: SampleRow) => ({
  id: formatId("sample", row.id),
  object: "sample" as const,
  dataset: formatId("dataset", row.dataset_id),
  external_id: row.external_id,
  input: row.input,
  output: row.output,
  expected: row.expected,
  metadata: row.metadata,
  tags: row.tags,
  split: row.split,
  cluster_id: row.cluster_id,
  content_hash: row.content_hash,
  case_hash: row.case_hash,
  created_at: row.created_at.toISOString(),
});

/**
 * Adds samples to a data set, all or none, as one new version.
 *
 * @throws {ApiError} 404 for the data set; 409 when it is archived or an external id is taken, each named.
 */
export async function addSamples(
  tx: Tx,
  deps: PlatformDeps,
  { reach, datasetId }: { reach: Reach; datasetId: string },
  given: readonly GivenSample[],
) {
  const dataset = await lockForChange(tx, reach, datasetId);
  const datasetUuid = uuidOf("dataset", dataset.id);
  await refuseTaken(tx, reach, { dataset: datasetUuid, given });
  const createdAt = deps.now();
  const samples = given.map((sample) => ({ id: deps.newId(), sample, content: contentOf(sample) }));
  const version = dataset.version + 1;
  await insertRows(tx, deps.database, {
    table: "samples",
    columns: sampleColumns,
    rows: samples.map(({ id, content }) => [
      reach.workspaceId,
      id,
      datasetUuid,
      version,
      ...contentValues(content),
      createdAt,
    ]),
  });
  await recordChange(
    tx,
    deps,
    { reach, dataset },
    { change: "samples", inserted: samples.length, updated: 0, samplesAdded: samples.length },
  );
  const data = samples.map(({ id, sample, content }) =>
    plainToWire({ ...shownContent(sample, content), id, dataset_id: datasetUuid, created_at: createdAt }),
  );
  return { object: "list" as const, data, dataset_version: version };
}

/** A new sample as reading it back would show it. */
function shownContent(
  given: GivenSample,
  content: SampleContent,
): Omit<SampleRow, "id" | "dataset_id" | "created_at"> {
  return {
    ...content,
    input: given.input,
    output: given.output ?? null,
    expected: given.expected ?? null,
    metadata: given.metadata ?? {},
  };
}

async function refuseTaken(
  tx: Tx,
  reach: Reach,
  { dataset, given }: { dataset: string; given: readonly GivenSample[] },
): Promise<void> {
  const externalIds = given.flatMap((sample) => sample.external_id ?? []);
  const taken = await findTaken(tx, reach.workspaceId, { datasetId: dataset, externalIds });
  const seen = new Map<string, string>();
  const faults = given.flatMap(({ external_id: externalId }, index): FieldError[] => {
    if (externalId === undefined || externalId === null) return [];
    const path = `/samples/${index}/external_id`;
    const first = seen.get(externalId);
    if (first !== undefined) return [externalIdRepeated(externalId, first, { path })];
    seen.set(externalId, path);
    return taken.has(externalId) ? [externalIdTaken(externalId, { path })] : [];
  });
  if (faults.length > 0) throw importConflict(faults);
}
