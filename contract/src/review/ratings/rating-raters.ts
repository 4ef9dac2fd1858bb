// Finds the reviewers that the raters of a file name.
import { foldName } from "../../domain/evaluators/reading/fold-name.ts";
import type { RuleContext } from "../../platform/decision.ts";
import type { FieldError } from "../../platform/errors.ts";
import { idPrefixes } from "../../platform/ids.ts";
import { limits } from "../../platform/limits.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { isBlank, KnownReviewers, raterName } from "./rater-names.ts";
import {
  raterAmbiguous,
  raterBlank,
  raterMisspelled,
  raterOutsideProject,
  raterSpellings,
  type RatingPlace,
  raterUnknown,
  tooManyRaters,
} from "./rating-refusals.ts";

/** The reviewer that a rater names, or the fault of each rating by this rater. */
export type ResolvedRater =
  | { reviewer: ReviewerRecord; isNew: boolean }
  | { faultAt: (place: RatingPlace) => FieldError };

/** How raters become reviewers. */
export interface RaterTerms extends Pick<RuleContext, "now" | "newId"> {
  /** The project of the dataset. */
  project: string;
  createReviewers: boolean;
}

/** The raters of a file, collected while the file is read. */
export class RaterNames {
  readonly #names = new Set<string>();

  /** The distinct raters, in the order of their first ratings. */
  get all(): readonly string[] {
    return [...this.#names];
  }

  /** Adds raters. @throws {ApiError} 400 if the file names too many raters. */
  add(ratings: readonly { rater: string }[]): void {
    for (const { rater } of ratings) this.#names.add(rater);
    if (this.#names.size > limits.ratersPerImport) throw tooManyRaters(limits.ratersPerImport);
  }
}

/**
 * Finds the reviewer for each rater: the reviewer with this id or, if there is none, the only reviewer with this name.
 * A name that no reviewer has exactly is compared after {@link raterName}. Raters whose names differ in nothing else are
 * one new reviewer; a new name that differs only in spelling ({@link foldName}) from another name is a fault.
 *
 * @param reviewers the accessible reviewers.
 */
export function resolveRaters(
  raters: readonly string[],
  reviewers: readonly ReviewerRecord[],
  terms: RaterTerms,
): ReadonlyMap<string, ResolvedRater> {
  const known = new KnownReviewers(reviewers);
  const found = new Map(raters.map((rater) => [rater, known.named(rater)]));
  const spellings = new Map<string, string[]>();
  for (const [rater, named] of found) {
    const name = raterName(rater);
    const folded = foldName(name);
    const others = spellings.get(folded) ?? [];
    if (named.length === 0 && !others.includes(name)) spellings.set(folded, [...others, name]);
  }
  const created = new Map<string, ReviewerRecord>();
  const resolved = ([rater, named]: [string, readonly ReviewerRecord[]]): ResolvedRater => {
    if (isBlank(rater)) return { faultAt: (place) => raterBlank(rater, place) };
    if (named.length > 0) return existing(rater, named, terms);
    const name = raterName(rater);
    // A name with the form of an id is a wrong id and not the name of a person.
    if (!terms.createReviewers || name.startsWith(`${idPrefixes.reviewer}_`))
      return { faultAt: (place) => raterUnknown(rater, place) };
    const similar = known.similar(name);
    if (similar) return { faultAt: (place) => raterMisspelled(rater, similar, place) };
    const other = spellings.get(foldName(name))?.find((spelling) => spelling !== name);
    if (other !== undefined) return { faultAt: (place) => raterSpellings(rater, other, place) };
    const reviewer = created.get(name) ?? withoutCredentials(name, terms.newId("reviewer"), terms.now);
    created.set(name, reviewer);
    return { reviewer, isNew: true };
  };
  return new Map([...found].map((one) => [one[0], resolved(one)]));
}

function existing(
  rater: string,
  [reviewer, ...others]: readonly ReviewerRecord[],
  { project }: RaterTerms,
): ResolvedRater {
  if (!reviewer || others.length > 0)
    return { faultAt: (place) => raterAmbiguous(rater, others.length + 1, place) };
  const { projects } = reviewer;
  if (projects !== null && !projects.includes(project))
    return { faultAt: (place) => raterOutsideProject(rater, project, place) };
  return { reviewer, isNew: false };
}

const withoutCredentials = (name: string, id: string, now: number): ReviewerRecord => ({
  id,
  name,
  credentials: [],
  specialty: null,
  available: false,
  projects: null,
  credentialExpiresAt: null,
  lastActiveAt: null,
  createdAt: now,
});
