// The contents of a dataset in all its versions, which are in memory, as in the mock.
import { matchesFilter, pickSubset, type SampleConditions } from "../../domain/evaluation/sample-matching.ts";
import type { DatasetRecord, DatasetVersionRecord } from "../datasets/dataset-rules.ts";
import { type NamedSamples, outputKey } from "./output-rules.ts";
import type { SampleRecord } from "./sample-rules.ts";

/** A row whose contents differ between versions of its dataset. */
interface Versioned {
  validFrom: number;
  /** The first version with other contents; null for the current contents. */
  validUntil: number | null;
}

/** A sample's contents over a range of versions of its dataset. */
export type VersionedSample = SampleRecord & Versioned;

/** A model's output for a sample, over a range of versions of the dataset. */
interface VersionedOutput extends Versioned {
  output: unknown;
}

/** A dataset's contents. */
interface DatasetContents {
  /** All versions, oldest first. */
  versions: DatasetVersionRecord[];
  /** Maps sample ids, in ascending order, to the sample's contents, oldest first. */
  samples: Map<string, readonly VersionedSample[]>;
  /** Maps external ids to sample ids in the current version. */
  externalIds: Map<string, string>;
  /** Maps model ids and the keys of samples and runs (see `outputKey`) to the outputs, oldest first. */
  outputs: Map<string, Map<string, readonly VersionedOutput[]>>;
}

/** A dataset with its contents. */
export type VersionedDataset = DatasetRecord & DatasetContents;

/** Creates the contents of an empty dataset. */
export const emptyContents = (): DatasetContents => ({
  versions: [],
  samples: new Map(),
  externalIds: new Map(),
  outputs: new Map(),
});

/** Returns the row of a history that is valid in the given version of the dataset. */
const rowAtVersion = <Row extends Versioned>(
  history: readonly Row[] | undefined,
  version: number,
): Row | undefined =>
  history?.find((row) => row.validFrom <= version && (row.validUntil === null || row.validUntil > version));

/** Returns the current row in a history. */
export function presentRow<Row extends Versioned>(history: readonly Row[] | undefined): Row | undefined {
  const last = history?.at(-1);
  return last?.validUntil === null ? last : undefined;
}

/** Returns a history in which new contents replace the current row, starting with the dataset's next version. */
export const withNext = <Contents extends object>(
  history: readonly (Contents & Versioned)[] | undefined,
  contents: Contents,
  { version }: Pick<DatasetRecord, "version">,
): readonly (Contents & Versioned)[] => [
  ...(history ?? []).map((row) => ({ ...row, validUntil: row.validUntil ?? version + 1 })),
  { ...contents, validFrom: version + 1, validUntil: null },
];

/** Returns the samples of a version of a dataset, in dataset order. */
export const samplesAt = ({ samples }: DatasetContents, version: number): VersionedSample[] =>
  [...samples.values()].flatMap((history) => rowAtVersion(history, version) ?? []);

/** Returns a dataset's current sample with an id or, if none is given, with an external id. */
export const namedSample = (
  { samples, externalIds }: DatasetContents,
  { sample = null, externalId }: { sample?: string | null; externalId: string | null },
): VersionedSample | undefined => presentRow(samples.get(sample ?? externalIds.get(externalId ?? "") ?? ""));

/** Returns a dataset's current samples, as outputs name them. */
export const namedSamples = ({ samples, externalIds }: DatasetContents): NamedSamples => ({
  ids: { has: (id) => presentRow(samples.get(id)) !== undefined },
  byExternalId: externalIds,
});

/** Returns the samples of a dataset that an evaluation uses, in dataset order. */
export function chosenSamples(
  dataset: VersionedDataset,
  filter: (SampleConditions & { limit?: number; seed?: number }) | null,
): VersionedSample[] {
  const matching = samplesAt(dataset, dataset.version).filter(({ externalId, ...sample }) =>
    matchesFilter({ ...sample, external_id: externalId }, filter ?? {}),
  );
  return filter?.limit === undefined ? matching : pickSubset(matching, filter.limit, filter.seed ?? 0);
}

/** Returns a sample's outputs by a model at a dataset's current version, by run; null where none is stored. */
export function outputsBy(
  dataset: VersionedDataset,
  { model, sample, runs }: { model: string; sample: string; runs: number },
): unknown[] {
  const outputs = dataset.outputs.get(model);
  const outputOf = (run: number): unknown =>
    rowAtVersion(outputs?.get(outputKey(sample, run)), dataset.version)?.output ?? null;
  return Array.from({ length: runs }, (_, index) => outputOf(index + 1));
}

/** Returns a model's current outputs in a dataset, by the keys of samples and runs. */
export const presentOutputs = ({ outputs }: DatasetContents, model: string): Map<string, unknown> =>
  new Map(
    [...(outputs.get(model) ?? [])].flatMap(([key, history]) => {
      const row = presentRow(history);
      return row ? [[key, row.output] as const] : [];
    }),
  );
