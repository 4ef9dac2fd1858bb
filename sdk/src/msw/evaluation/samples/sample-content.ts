import { jsonEquals } from "@assay/contract/domain";
import { canonicalize } from "@assay/contract/wire";
import type { NewId } from "../../platform/state/mock-ids.ts";
import { sha256Hex } from "../../platform/state/mock-secrets.ts";
import type { DatasetRow, SampleContent, SampleRow } from "../dataset-rows.ts";

/** A sample as a request gives it, checked. */
interface GivenSample {
  external_id?: string | null | undefined;
  input: unknown;
  output?: unknown;
  expected?: unknown;
  metadata?: Record<string, unknown> | null | undefined;
  tags?: string[] | null | undefined;
  split?: string | null | undefined;
  cluster_id?: string | null | undefined;
}

/**
 * What is kept of a sample, with its two hashes: SHA-256 over the RFC 8785 form of `{input, output, expected}` and of
 * `{input, expected}`. Null and absent are the same for output and expected.
 */
export async function contentOf(given: GivenSample): Promise<SampleContent> {
  const { input, output = null, expected = null } = given;
  const [contentHash, caseHash] = await Promise.all([
    sha256Hex(canonicalize({ input, output, expected })),
    sha256Hex(canonicalize({ input, expected })),
  ]);
  return {
    externalId: given.external_id ?? null,
    input,
    output,
    expected,
    metadata: given.metadata ?? {},
    tags: given.tags ?? [],
    split: given.split ?? null,
    clusterId: given.cluster_id ?? null,
    contentHash,
    caseHash,
  };
}

/** Whether a stored sample holds already what is given. */
export function sameContent(stored: SampleContent, given: SampleContent): boolean {
  return (
    stored.contentHash === given.contentHash &&
    jsonEquals(stored.metadata, given.metadata) &&
    jsonEquals(stored.tags, given.tags) &&
    stored.split === given.split &&
    stored.clusterId === given.clusterId
  );
}

/** Puts new samples into a data set, as part of its next version. */
export function insertSamples(
  dataset: DatasetRow,
  contents: readonly SampleContent[],
  { newId, now }: { newId: NewId; now: number },
): SampleRow[] {
  return contents.map((content) => {
    const id = newId("sample");
    const row = { ...content, id, createdAt: now, validFrom: dataset.version + 1, validUntil: null };
    dataset.samples.set(id, [row]);
    if (content.externalId !== null) dataset.externalIds.set(content.externalId, id);
    return row;
  });
}
