import type { DatasetRecord, DatasetVersionRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import type { SampleRecord } from "@assay/contract/evaluation/samples/sample-rules";

/** A row whose contents differ between versions of its dataset. */
export interface Versioned {
  validFrom: number;
  /** The first version with other contents; null for the current contents. */
  validUntil: number | null;
}

/** A sample's contents over a range of versions of its dataset. */
export type SampleRow = SampleRecord & Versioned;

/** A model's output for a sample, over a range of versions of the dataset. */
export interface OutputRow extends Versioned {
  output: unknown;
}

/** A dataset's contents. */
interface DatasetContents {
  /** All versions, oldest first. */
  versions: DatasetVersionRecord[];
  /** Maps sample ids, in ascending order, to the sample's contents, oldest first. */
  samples: Map<string, SampleRow[]>;
  /** Maps external ids to sample ids in the current version. */
  externalIds: Map<string, string>;
  /** Maps model ids and the keys of samples and runs (see `outputKey`) to the outputs, oldest first. */
  outputs: Map<string, Map<string, OutputRow[]>>;
}

/** A dataset with its contents. */
export type DatasetRow = DatasetRecord & DatasetContents;

/** Creates the contents of an empty dataset. */
export const emptyContents = (): DatasetContents => ({
  versions: [],
  samples: new Map(),
  externalIds: new Map(),
  outputs: new Map(),
});
