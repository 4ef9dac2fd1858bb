import type { SampleRecord, SamplesState } from "./sample-rules.ts";

/** A sample, as in responses. */
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
 * Samples, as in responses to a caller.
 *
 * @param blind ids of samples that the caller must still review blind; they omit members that reveal the
 *   expected answer.
 */
export const sampleToWireFor = (blind: ReadonlySet<string>) => (sample: SampleRecord) => ({
  ...sampleToWire(sample),
  ...(blind.has(sample.id) && { expected: null, content_hash: null, case_hash: null }),
});

/** The response to the addition of samples. */
export const addedSamplesToWire = (
  { dataset }: Pick<SamplesState, "dataset">,
  { samples, version }: { samples: readonly SampleRecord[]; version: { version: number } | undefined },
) => ({
  object: "list" as const,
  data: samples.map(sampleToWire),
  dataset_version: version?.version ?? dataset.version,
});
