import { hash } from "node:crypto";
import {
  hashedTexts,
  type SampleContent,
  sampleContent,
  type SampleGiven,
  type SampleRecord,
} from "@assay/contract/evaluation/samples/sample-rules";

// Calling `hash` once takes a third of the time of creating a hash object and calling its methods. Imports
// compute two hashes per row.
const sha256 = (text: string): string => hash("sha256", text, "hex");
const jsonText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Returns the stored columns of a sample. */
export function contentOf(given: SampleGiven): SampleContent {
  const texts = hashedTexts(given);
  return sampleContent(given, { contentHash: sha256(texts.content), caseHash: sha256(texts.case) });
}

/** Returns a sample with another expected answer. */
export const withExpected = (sample: SampleRecord, expected: unknown): SampleRecord => {
  const texts = hashedTexts({ ...sample, expected });
  return { ...sample, expected, contentHash: sha256(texts.content), caseHash: sha256(texts.case) };
};

/** The columns of a sample's contents, in order. */
export const contentColumns = [
  "external_id",
  "input",
  "output",
  "expected",
  "metadata",
  "tags",
  "split",
  "cluster_id",
  "content_hash",
  "case_hash",
] as const;

/**
 * Returns the values of `contentColumns` for a row. JSON is serialized as text. Hashes are written as text in
 * the notation of Postgres for bytes.
 */
export const contentValues = (content: SampleContent): unknown[] => [
  content.externalId,
  JSON.stringify(content.input),
  jsonText(content.output),
  jsonText(content.expected),
  JSON.stringify(content.metadata),
  content.tags,
  content.split,
  content.clusterId,
  `\\x${content.contentHash}`,
  `\\x${content.caseHash}`,
];
