import { instant } from "../../domain/values/instants.ts";
import type { WireGrades } from "../reviews/review-wire.ts";
import type { AdjudicationParts, AdjudicationRecord } from "./adjudication-record.ts";

/** Converts an adjudication to its form in responses and events. */
export const adjudicationToWire = (
  record: AdjudicationRecord,
  { adjudicatorName: name, supersededBy }: AdjudicationParts,
) => ({
  id: record.id,
  object: "adjudication" as const,
  project: record.project,
  task: record.task,
  sample: record.sample,
  rubric: record.rubric,
  adjudicator: { id: record.adjudicator, name, credentials: [...record.credentials] },
  // Safe: the grades were validated against the rubric before they were stored.
  grades: record.grades as WireGrades,
  notes: record.notes,
  basis: record.basis.map(({ review, revision }) => ({ review, revision })),
  supersedes: record.supersedes,
  superseded_by: supersededBy,
  created_at: instant(record.createdAt),
});
