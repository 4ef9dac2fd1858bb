import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { FieldError } from "../../platform/errors.ts";
import { notFound } from "../../platform/refusals.ts";
import { canonicalize } from "../../wire/json/canonical-json.ts";
import { type DatasetRecord, type DatasetVersionRecord, nextVersion } from "../datasets/dataset-rules.ts";
import { externalIdRepeated, externalIdTaken, importConflict, versionBeyond } from "./sample-refusals.ts";

/** A validated sample in a request. Null and absent values are equivalent. */
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

/** A stored sample in one version of its dataset. Times are in milliseconds since 1970. */
export interface SampleRecord extends SampleContent {
  id: string;
  dataset: string;
  createdAt: number;
}

/**
 * Returns the strings whose SHA-256 hashes identify a sample's contents: the RFC 8785 forms of
 * `{input, output, expected}` and of `{input, expected}`, with sorted members. For output and expected, null
 * and absent values are equivalent.
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

/** Converts a sample to its stored form, with the hashes of its contents. */
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

/** Returns whether a stored sample already has the given contents. */
export const sameContent = (stored: SampleContent, given: SampleContent): boolean =>
  stored.contentHash === given.contentHash &&
  jsonEquals(stored.metadata, given.metadata) &&
  jsonEquals(stored.tags, given.tags) &&
  stored.split === given.split &&
  stored.clusterId === given.clusterId;

/** Requires that a sample exists. @throws {ApiError} 404 `not_found` if it does not. */
export function requireSample<S>(sample: S | undefined, id: string): S {
  if (sample === undefined) throw notFound("sample", id);
  return sample;
}

/**
 * Returns the dataset version to list samples from.
 *
 * @throws {ApiError} 400 for a version above the current one.
 */
export function versionShown({ version: present }: { version: number }, given: number | undefined): number {
  if (given !== undefined && given > present) throw versionBeyond(given, present);
  return given ?? present;
}

/** The state that the caller loads while the dataset is locked. */
export interface SamplesState {
  dataset: DatasetRecord;
  /** The external ids in the batch that already belong to samples in the dataset. */
  taken: { has: (externalId: string) => boolean };
}

/**
 * Samples to store and the new dataset version. The samples are written in bulk, so this is not a `Decision`.
 */
export interface SamplesDecision {
  samples: SampleRecord[];
  version: DatasetVersionRecord | undefined;
}

/**
 * Decides a request to add samples to a dataset. Either all samples are added or none.
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
