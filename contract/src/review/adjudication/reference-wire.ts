import type { ReferenceLabel } from "./reference-labels.ts";

/** A reference label, with the members that identify it. */
export interface ReferenceRecord {
  sample: string;
  externalId: string | null;
  rubric: string;
  dimension: string;
  label: ReferenceLabel;
  /** Id of the present adjudication. */
  adjudication: string | null;
}

/** The sort key of a reference label. */
export const referenceKey = (row: {
  rubric: string;
  sample: string;
  dimension: string;
}): readonly string[] => [row.rubric, row.sample, row.dimension];

/** Converts a reference label to its form in responses. */
export const referenceToWire = ({ label, ...record }: ReferenceRecord) => ({
  object: "reference_label" as const,
  sample: record.sample,
  external_id: record.externalId,
  rubric: record.rubric,
  dimension: record.dimension,
  value: typeof label.value === "object" ? [...label.value] : label.value,
  source: label.source,
  n: label.n,
  adjudication: label.source === "adjudicated" ? record.adjudication : null,
});
