import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { FieldError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { type DatasetRecord, type DatasetVersionRecord, nextVersion } from "../datasets/dataset-rules.ts";
import { externalIdRepeated, externalIdTaken, importConflict, versionBeyond } from "./sample-refusals.ts";

/** A validated sample of a request; null equals absent. */
export interface SampleGiven {
  external_id?: string | null | undefined;
  input: unknown;
  output?: unknown;
  expected?: unknown;
  metadata?: Record<string, unknown> | null | undefined;
  tags?: string[] | null | undefined;
  split?: string | null | undefined;
  cluster_id?: string | null | undefined;
}

/** The contents of a sample, without its identity. The hashes are SHA-256 in hexadecimal. */
export interface SampleContent {
  externalId: string | null;
  input: unknown;
  output: unknown;
  expected: unknown;
  metadata: Readonly<Record<string, unknown>>;
  tags: readonly string[];
  split: string | null;
  clusterId: string | null;
  contentHash: string;
  caseHash: string;
}

/** A stored sample, as in one version of its dataset. The instant is in milliseconds since 1970. */
export interface SampleRecord extends SampleContent {
  id: string;
  dataset: string;
  createdAt: number;
}

/**
 * The texts whose SHA-256 are the hashes of a sample: the RFC 8785 forms of `{input, output, expected}` and
 * of `{input, expected}`, with sorted members. Null equals absent for output and expected.
 */
export function hashedTexts(given: Pick<SampleGiven, "input" | "output" | "expected">) {
  const expected = canonicalize(given.expected ?? null);
  const input = canonicalize(given.input);
  const output = canonicalize(given.output ?? null);
  return {
    content: `{"expected":${expected},"input":${input},"output":${output}}`,
    case: `{"expected":${expected},"input":${input}}`,
  };
}

/** The stored form of a sample, with the hashes of its texts. */
export const sampleContent = (
  given: SampleGiven,
  hashes: Pick<SampleContent, "contentHash" | "caseHash">,
): SampleContent => ({
  externalId: given.external_id ?? null,
  input: given.input,
  output: given.output ?? null,
  expected: given.expected ?? null,
  metadata: given.metadata ?? {},
  tags: given.tags ?? [],
  split: given.split ?? null,
  clusterId: given.cluster_id ?? null,
  ...hashes,
});

/** Whether a stored sample already has the given contents. */
export const sameContent = (stored: SampleContent, given: SampleContent): boolean =>
  stored.contentHash === given.contentHash &&
  jsonEquals(stored.metadata, given.metadata) &&
  jsonEquals(stored.tags, given.tags) &&
  stored.split === given.split &&
  stored.clusterId === given.clusterId;

/** Requires a sample. @throws {ApiError} 404 `not_found` if it does not exist. */
export function requireSample<S>(sample: S | undefined, id: string): S {
  if (sample === undefined) throw notFound("sample", id);
  return sample;
}

/** The dataset version of a list of samples. @throws {ApiError} 400 for a version above the current one. */
export function versionShown({ version: present }: { version: number }, given: number | undefined): number {
  if (given !== undefined && given > present) throw versionBeyond(given, present);
  return given ?? present;
}

/** The state loaded by the caller, with the dataset locked. */
export interface SamplesState {
  dataset: DatasetRecord;
  /** The external ids of the batch that samples of the dataset already have. */
  taken: { has: (externalId: string) => boolean };
}

/** Samples to store and their new version. They are written in bulk, so this is not a `Decision`. */
export interface SamplesDecision {
  samples: SampleRecord[];
  version: DatasetVersionRecord | undefined;
}

/**
 * Decides the addition of samples to a dataset, all or none.
 *
 * @throws {ApiError} 409 with each external id that is repeated in the batch or exists in the dataset.
 */
export function decideSamples(
  { dataset, taken }: SamplesState,
  contents: readonly SampleContent[],
  { now, newId }: RuleContext,
): SamplesDecision {
  const seen = new Map<string, string>();
  const faults = contents.flatMap(({ externalId }, index): FieldError[] => {
    if (externalId === null) return [];
    const path = `/samples/${index}/external_id`;
    const first = seen.get(externalId);
    if (first !== undefined) return [externalIdRepeated(externalId, first, { path })];
    seen.set(externalId, path);
    return taken.has(externalId) ? [externalIdTaken(externalId, { path })] : [];
  });
  if (faults.length > 0) throw importConflict(faults);
  const samples = contents.map((content) => ({
    ...content,
    id: newId("sample"),
    dataset: dataset.id,
    createdAt: now,
  }));
  const inserted = samples.length;
  const change = { change: "samples" as const, inserted, updated: 0, samplesAdded: inserted };
  return { samples, version: nextVersion(dataset, change, { now }) };
}
