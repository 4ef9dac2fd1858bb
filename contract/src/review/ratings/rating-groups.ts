// Groups the ratings of a file into reviews, and finds the rows that cannot be stored.
import type { FieldError } from "../../platform/errors.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { ImportRatingsQuery } from "./rating-imports.ts";
import type { ResolvedRater } from "./rating-raters.ts";
import {
  blindDiffers,
  notesTooLong,
  ratingRecorded,
  ratingRepeated,
  ratingTaken,
} from "./rating-refusals.ts";
import { maxNotes, type RatingGroup, withNotes } from "./rating-reviews.ts";
import type { RatedRow, Rating } from "./rating-rows.ts";

/** A valid row whose sample was found in the dataset. */
export interface PlacedRow extends Pick<RatedRow, "ratings" | "notes" | "submittedAt"> {
  /** Id of the sample. */
  sample: string;
  line: number;
  /** The row's path in the file; empty in JSON Lines and tables. */
  path: string;
}

/** An imported review, and whether it was imported as blind. */
export interface StoredRating {
  review: ReviewRecord;
  blind: boolean;
}

/** A grade that a reviewer submitted in Assay, in any revision of the review. */
export interface RecordedGrade {
  sample: string;
  reviewer: string;
  dimension: string;
}

/** The data that determine whether a rating can be stored. */
export interface RatingConditions {
  raters: ReadonlyMap<string, ResolvedRater>;
  /** The imported reviews of the rows' samples with the rubric of the import. */
  stored: readonly StoredRating[];
  /** The grades of the rows' samples on the rubric of the import that Assay recorded. */
  recorded: readonly RecordedGrade[];
  mode: ImportRatingsQuery["mode"];
  /** Whether the import declares that the ratings are blind. */
  blind: boolean;
}

const keyOf = (sample: string, reviewer: string): string => `${sample} ${reviewer}`;

/** The ratings of a file, by sample and rater. */
export class RatingGroups {
  readonly #conditions: RatingConditions;
  readonly #stored: ReadonlyMap<string, StoredRating>;
  readonly #recorded: ReadonlySet<string>;
  readonly #groups = new Map<string, RatingGroup>();
  /** The lines of the ratings. */
  readonly #lines = new Map<string, number>();

  constructor(conditions: RatingConditions) {
    this.#conditions = conditions;
    this.#stored = new Map(
      conditions.stored.map((one) => [keyOf(one.review.sample, one.review.reviewer), one]),
    );
    this.#recorded = new Set(
      conditions.recorded.map((one) => keyOf(keyOf(one.sample, one.reviewer), one.dimension)),
    );
  }

  /** The groups, in the order of their first ratings. */
  get all(): RatingGroup[] {
    return [...this.#groups.values()];
  }

  /** Adds all ratings of a row, or none if one of them has a fault. @returns the faults. */
  add(row: PlacedRow): FieldError[] {
    const faults: FieldError[] = [];
    const accepted = new Map<string, { rating: Rating; reviewer: ReviewerRecord }>();
    for (const rating of row.ratings) {
      const place = { path: row.path + rating.at, line: row.line };
      const rater = this.#conditions.raters.get(rating.rater);
      if (!rater) throw new Error(`The rater ${rating.rater} was not collected.`);
      if ("faultAt" in rater) {
        faults.push(rater.faultAt(place));
        continue;
      }
      const { reviewer } = rater;
      const key = keyOf(keyOf(row.sample, reviewer.id), rating.dimension);
      // Two columns of a wide table can name one reviewer, by the id and by the name.
      const first = accepted.has(key) ? row.line : this.#lines.get(key);
      const fault =
        first === undefined ? this.#faultOf(row, rating, reviewer) : ratingRepeated(rating, first, place);
      if (fault) faults.push(fault);
      else accepted.set(key, { rating, reviewer });
    }
    if (faults.length > 0) return faults;
    for (const [key, { rating, reviewer }] of accepted) {
      this.#lines.set(key, row.line);
      this.#addRating(row, rating, reviewer);
    }
    return [];
  }

  #faultOf(row: PlacedRow, rating: Rating, reviewer: ReviewerRecord): FieldError | undefined {
    const { mode, blind } = this.#conditions;
    const place = { path: row.path + rating.at, line: row.line };
    const key = keyOf(row.sample, reviewer.id);
    if (this.#recorded.has(keyOf(key, rating.dimension))) return ratingRecorded(rating, row.sample, place);
    const stored = this.#stored.get(key);
    if (stored && stored.blind !== blind) return blindDiffers(rating.rater, stored.blind, place);
    if (mode === "create" && stored && Object.hasOwn(stored.review.grades, rating.dimension))
      return ratingTaken(rating, place);
    const before = mode === "update" ? null : (stored?.review.notes ?? null);
    const notes = withNotes(before, [
      ...(this.#groups.get(key)?.notes ?? []),
      ...(row.notes === null ? [] : [row.notes]),
    ]);
    if ((notes?.length ?? 0) > maxNotes)
      return notesTooLong(rating.rater, maxNotes, { ...place, path: `${row.path}/notes` });
    return undefined;
  }

  #addRating({ sample, notes, submittedAt }: PlacedRow, rating: Rating, reviewer: ReviewerRecord): void {
    const key = keyOf(sample, reviewer.id);
    const stored = this.#stored.get(key)?.review;
    const group = this.#groups.get(key) ?? {
      reviewer,
      sample,
      stored,
      ratings: [],
      notes: [],
      submittedAt: null,
    };
    this.#groups.set(key, group);
    group.ratings.push(rating);
    if (notes !== null) group.notes.push(notes);
    if (submittedAt !== null) group.submittedAt = Math.max(submittedAt, group.submittedAt ?? submittedAt);
  }
}
