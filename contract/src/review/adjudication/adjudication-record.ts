import type { Credential } from "../../workspace/credentials.ts";

/** A stored adjudication, which never changes. Times are in milliseconds since 1970. */
export interface AdjudicationRecord {
  id: string;
  project: string;
  task: string;
  sample: string;
  rubric: string;
  /** Id of the reviewer who adjudicated. */
  adjudicator: string;
  /** The adjudicator's credentials at that time. */
  credentials: readonly Credential[];
  /** Grades by dimension, with those of superseded adjudications that this one did not replace. */
  grades: Readonly<Record<string, unknown>>;
  notes: string | null;
  basis: readonly { review: string; revision: number }[];
  supersedes: string | null;
  createdAt: number;
}

/** The members of an adjudication that responses contain beside its record. */
export interface AdjudicationParts {
  adjudicatorName: string;
  /** Id of the adjudication that supersedes this one. */
  supersededBy: string | null;
}
