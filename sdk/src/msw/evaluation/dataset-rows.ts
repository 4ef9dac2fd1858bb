import type { DatasetRecord, DatasetVersionRecord } from "@assay/contract/evaluation/datasets/dataset-rules";
import type { SampleRecord } from "@assay/contract/evaluation/samples/sample-rules";

/** Something that has other contents in other versions of its dataset. */
export interface Versioned {
  validFrom: number;
  /** The first version that has other contents; null: the present one has these. */
  validUntil: number | null;
}

/** A sample's contents over some versions of its dataset. */
export type SampleRow = SampleRecord & Versioned;

/** What a model answered to a sample, over some versions of the dataset. */
export interface OutputRow extends Versioned {
  output: unknown;
}

/** What a dataset holds. */
interface DatasetContents {
  /** Oldest first. */
  versions: DatasetVersionRecord[];
  /** Sample id → its contents, oldest first; ids ascend. */
  samples: Map<string, SampleRow[]>;
  /** External id → sample id, in the present version. */
  externalIds: Map<string, string>;
  /** Model id → sample id → its outputs, oldest first. */
  outputs: Map<string, Map<string, OutputRow[]>>;
}

/** A dataset with all that belongs to it. */
export type DatasetRow = DatasetRecord & DatasetContents;

/** Nothing in a dataset. */
export const emptyContents = (): DatasetContents => ({
  versions: [],
  samples: new Map(),
  externalIds: new Map(),
  outputs: new Map(),
});
