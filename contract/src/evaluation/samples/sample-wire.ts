import { masked, type SampleMask, showsField } from "../routing/sample-mask.ts";
import type { SampleRecord, SamplesState } from "./sample-rules.ts";

/** Converts a sample to its form in responses. */
export const sampleToWire = (sample: SampleRecord) => ({
  id: sample.id,
  object: "sample" as const,
  dataset: sample.dataset,
  external_id: sample.externalId,
  input: sample.input,
  output: sample.output,
  expected: sample.expected,
  metadata: { ...sample.metadata },
  tags: [...sample.tags],
  split: sample.split,
  cluster_id: sample.clusterId,
  content_hash: sample.contentHash,
  case_hash: sample.caseHash,
  created_at: new Date(sample.createdAt).toISOString(),
});

/**
 * Returns a function that converts samples to their form in responses to a caller.
 *
 * @param masks the masks of the samples that the caller has yet to review blind, by sample id.
 */
export const sampleToWireFor = (masks: ReadonlyMap<string, SampleMask>) => (sample: SampleRecord) => {
  const mask = masks.get(sample.id);
  return mask ? masked(sampleToWire(sample), mask) : sampleToWire(sample);
};

/**
 * Whether a list with this external id contains a sample. It never contains a sample whose external id is hidden.
 *
 * @param externalId undefined if the list has no such filter.
 */
export const isListed = (
  { id, externalId: stored }: Pick<SampleRecord, "id" | "externalId">,
  externalId: string | undefined,
  masks: ReadonlyMap<string, SampleMask>,
): boolean => {
  const mask = masks.get(id);
  return externalId === undefined || (stored === externalId && (!mask || showsField(mask, "external_id")));
};

/** Returns the response to a request that adds samples. */
export const addedSamplesToWire = (
  { dataset }: Pick<SamplesState, "dataset">,
  { samples, version }: { samples: readonly SampleRecord[]; version: { version: number } | undefined },
) => ({
  object: "list" as const,
  data: samples.map(sampleToWire),
  dataset_version: version?.version ?? dataset.version,
});
