// Creates the reviews of an import of ratings.
import { jsonEquals } from "../../domain/evaluation/sample-matching.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import type { ImportRatingsQuery } from "./rating-imports.ts";
import type { Rating } from "./rating-rows.ts";

/** A new review, whose task is not known yet. */
export type ImportedReview = Omit<ReviewRecord, "task">;

/** The ratings of one rater for one sample, from all rows of a file. */
export interface RatingGroup {
  reviewer: ReviewerRecord;
  sample: string;
  /** The rater's imported review of the sample; undefined if there is none. */
  stored: ReviewRecord | undefined;
  ratings: Rating[];
  notes: string[];
  submittedAt: number | null;
}

/** The data that all reviews of an import share. */
export interface ReviewTerms extends Pick<RuleContext, "now" | "newId"> {
  rubric: Pick<RubricRecord, "id" | "project">;
  mode: ImportRatingsQuery["mode"];
}

/** Maximum length of the comment of a review, in UTF-16 code units. */
export const maxNotes = 10_000;

const gradesOf = ({ ratings }: RatingGroup): Record<string, unknown> =>
  Object.fromEntries(ratings.map(({ dimension, grade }) => [dimension, grade]));

/** Creates the review of a rater who has no stored review of the sample. */
export function newReview(group: RatingGroup, { rubric, now, newId }: ReviewTerms): ImportedReview {
  const submittedAt = group.submittedAt ?? now;
  return {
    id: newId("review"),
    project: rubric.project,
    sample: group.sample,
    reviewer: group.reviewer.id,
    rubric: rubric.id,
    evaluation: null,
    revision: 1,
    grades: gradesOf(group),
    evaluator: null,
    overrideValue: null,
    originalAiScore: null,
    notes: withNotes(null, group.notes),
    flags: [],
    activeSeconds: null,
    afterReveal: false,
    credentials: [...group.reviewer.credentials],
    submittedAt,
    revealedAt: null,
    createdAt: submittedAt,
    durationSeconds: null,
  };
}

/** Adds a comment to comments that do not contain it. */
export function withNotes(present: string | null, notes: readonly string[]): string | null {
  let all = present;
  for (const one of notes) {
    if (all === null) all = one;
    else if (!`\n${all}\n`.includes(`\n${one}\n`)) all = `${all}\n${one}`;
  }
  return all;
}

/**
 * Returns the next revision of a stored review; undefined if the review does not change. An import that does not update
 * only adds grades of further dimensions.
 */
export function revisedReview(
  present: ReviewRecord,
  group: RatingGroup,
  { mode, now }: ReviewTerms,
): ReviewRecord | undefined {
  const given = gradesOf(group);
  const next = { ...present, revision: present.revision + 1, credentials: [...group.reviewer.credentials] };
  if (mode !== "update") {
    const grades = { ...given, ...present.grades };
    if (jsonEquals(grades, present.grades)) return undefined;
    const submittedAt = Math.max(present.submittedAt, group.submittedAt ?? now);
    return { ...next, grades, submittedAt, notes: withNotes(present.notes, group.notes) };
  }
  const grades = { ...present.grades, ...given };
  const notes = withNotes(null, group.notes) ?? present.notes;
  const stated = group.submittedAt ?? present.submittedAt;
  const isSame =
    jsonEquals(grades, present.grades) && notes === present.notes && stated === present.submittedAt;
  return isSame ? undefined : { ...next, grades, notes, submittedAt: group.submittedAt ?? now };
}
