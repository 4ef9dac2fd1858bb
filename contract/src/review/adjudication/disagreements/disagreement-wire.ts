import { instant } from "../../../domain/values/instants.ts";
import type { CountedGrade, SampleGrades } from "./sample-grades.ts";

/** Grades of a sample on a dimension that differ. */
export interface DisagreementRecord {
  project: string;
  sample: string;
  /** Null if the sample has none, or if its dataset was deleted. */
  externalId: string | null;
  rubric: string;
  dimension: string;
  spread: number;
  grades: SampleGrades;
  /** Id of the adjudication that decides the dimension. */
  adjudication: string | null;
}

const gradeToWire = ({ review, revision, reviewer, value, confidence, submittedAt }: CountedGrade) => ({
  review,
  revision,
  reviewer: { ...reviewer, credentials: [...reviewer.credentials] },
  value: typeof value === "object" ? [...value] : value,
  confidence,
  submitted_at: instant(submittedAt),
});

/** Converts a disagreement to its form in responses. */
export const disagreementToWire = (record: DisagreementRecord) => ({
  object: "disagreement" as const,
  project: record.project,
  task: record.grades.counted.at(-1)?.task ?? "",
  sample: record.sample,
  external_id: record.externalId,
  rubric: record.rubric,
  dimension: record.dimension,
  spread: record.spread,
  n: record.grades.counted.length,
  not_assessable: record.grades.notAssessable,
  grades: record.grades.counted.map(gradeToWire),
  adjudication: record.adjudication,
});
