import {
  hashedTexts,
  type SampleContent,
  sampleContent,
  type SampleGiven,
  type SampleRecord,
} from "@assay/contract/evaluation/samples/sample-rules";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import type { DatasetRow } from "../dataset-rows.ts";
import { presentRow } from "./versions.ts";

/** Returns the stored form of a sample, including its hashes. */
export async function contentOf(given: SampleGiven): Promise<SampleContent> {
  const texts = hashedTexts(given);
  const [contentHash, caseHash] = await Promise.all([sha256Hex(texts.content), sha256Hex(texts.case)]);
  return sampleContent(given, { contentHash, caseHash });
}

/** Adds new samples to a dataset, as part of its next version. */
export function insertSamples(dataset: DatasetRow, samples: readonly SampleRecord[]): void {
  for (const sample of samples) {
    dataset.samples.set(sample.id, [{ ...sample, validFrom: dataset.version + 1, validUntil: null }]);
    if (sample.externalId !== null) dataset.externalIds.set(sample.externalId, sample.id);
  }
}

/** Replaces a stored sample's contents, starting with the next version. */
export function replaceSample(dataset: DatasetRow, id: string, content: SampleContent): void {
  const history = dataset.samples.get(id) ?? [];
  const last = presentRow(history);
  if (!last) throw new Error(`Sample ${id} has no current contents.`);
  last.validUntil = dataset.version + 1;
  history.push({ ...last, ...content, validFrom: dataset.version + 1, validUntil: null });
}
