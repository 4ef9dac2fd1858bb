import type { DatasetRecord, DatasetVersionRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import type { SampleRecord } from "@assay/contract/evaluation/samples/sample-rules";

/** A row with different contents in different versions of its dataset. */
export interface Versioned {
  validFrom: number;
  /** The first version with other contents; null for the current contents. */
  validUntil: number | null;
}

/** A sample's contents over a range of versions of its dataset. */
export type SampleRow = SampleRecord & Versioned;

/** A model's output to a sample, over a range of versions of the dataset. */
export interface OutputRow extends Versioned {
  output: unknown;
}

/** The contents of a dataset. */
interface DatasetContents {
  /** Oldest first. */
  versions: DatasetVersionRecord[];
  /** Sample id → its contents, oldest first; ids ascend. */
  samples: Map<string, SampleRow[]>;
  /** External id → sample id, in the current version. */
  externalIds: Map<string, string>;
  /** Model id → sample id → its outputs, oldest first. */
  outputs: Map<string, Map<string, OutputRow[]>>;
}

/** A dataset with its contents. */
export type DatasetRow = DatasetRecord & DatasetContents;

/** The contents of an empty dataset. */
export const emptyContents = (): DatasetContents => ({
  versions: [],
  samples: new Map(),
  externalIds: new Map(),
  outputs: new Map(),
});
