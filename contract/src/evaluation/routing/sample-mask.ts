// What blind reviewers do not see of a sample.
import type { ShownField } from "./blind-options.ts";

/** What a blind reviewer sees of a sample besides its input and output; null stands for everything. */
export interface SampleMask {
  /** Names of the top-level members of the metadata. */
  metadata: readonly string[] | null;
  fields: readonly ShownField[] | null;
}

const common = <Name>(one: readonly Name[] | null, other: readonly Name[] | null): readonly Name[] | null =>
  one === null ? other : other === null ? one : one.filter((name) => other.includes(name));

/** Returns the mask that shows what both masks show. */
export const combinedMask = (one: SampleMask, other: SampleMask): SampleMask => ({
  metadata: common(one.metadata, other.metadata),
  fields: common(one.fields, other.fields),
});

/** Combines the masks of each sample. */
export function masksBySample(
  masks: Iterable<{ sample: string; mask: SampleMask }>,
): Map<string, SampleMask> {
  const combined = new Map<string, SampleMask>();
  for (const { sample, mask } of masks) {
    const before = combined.get(sample);
    combined.set(sample, before ? combinedMask(before, mask) : mask);
  }
  return combined;
}

/** Whether a mask shows a member of the sample. */
export const showsField = ({ fields }: SampleMask, name: ShownField): boolean =>
  fields === null || fields.includes(name);

/** The members of a sample that a mask can hide, in the form of responses. */
interface Maskable {
  external_id: string | null;
  metadata: Record<string, unknown>;
  tags: string[];
  split: string | null;
  cluster_id: string | null;
  expected: unknown;
  content_hash: string | null;
  case_hash: string | null;
}

/** Hides the members of a sample that a blind reviewer must not see. */
export function masked<Sample extends Maskable>(sample: Sample, mask: SampleMask): Sample {
  const shown = <Value>(name: ShownField, value: Value, hidden: Value): Value =>
    showsField(mask, name) ? value : hidden;
  const { metadata: names } = mask;
  const members = Object.entries(sample.metadata);
  return {
    ...sample,
    external_id: shown("external_id", sample.external_id, null),
    metadata:
      names === null ? sample.metadata : Object.fromEntries(members.filter(([name]) => names.includes(name))),
    tags: shown("tags", sample.tags, []),
    split: shown("split", sample.split, null),
    cluster_id: shown("cluster_id", sample.cluster_id, null),
    expected: null,
    content_hash: null,
    case_hash: null,
  };
}
