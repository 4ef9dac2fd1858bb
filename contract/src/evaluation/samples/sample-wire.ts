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
 * @param blind ids of the samples that the caller has yet to review blind. For these samples, members that
 *   reveal the expected answer are null.
 */
export const sampleToWireFor = (blind: ReadonlySet<string>) => (sample: SampleRecord) => ({
  ...sampleToWire(sample),
  ...(blind.has(sample.id) && { expected: null, content_hash: null, case_hash: null }),
});

/** Returns the response to a request that adds samples. */
export const addedSamplesToWire = (
  { dataset }: Pick<SamplesState, "dataset">,
  { samples, version }: { samples: readonly SampleRecord[]; version: { version: number } | undefined },
) => ({
  object: "list" as const,
  data: samples.map(sampleToWire),
  dataset_version: version?.version ?? dataset.version,
});
