// Finds the reviewers that the raters of a file name.
import type { RuleContext } from "../../platform/decision.ts";
import type { FieldError } from "../../platform/errors.ts";
import { idPrefixes } from "../../platform/ids.ts";
import { limits } from "../../platform/limits.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import {
  raterAmbiguous,
  raterOutsideProject,
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
 *
 * @param reviewers the accessible reviewers whose id or name is one of the raters.
 */
export function resolveRaters(
  raters: readonly string[],
  reviewers: readonly ReviewerRecord[],
  terms: RaterTerms,
): ReadonlyMap<string, ResolvedRater> {
  const byId = new Map(reviewers.map((reviewer) => [reviewer.id, reviewer]));
  const byName = new Map<string, ReviewerRecord[]>();
  for (const reviewer of reviewers)
    byName.set(reviewer.name, [...(byName.get(reviewer.name) ?? []), reviewer]);
  return new Map(
    raters.map((rater) => {
      const named = byId.get(rater);
      return [rater, resolved(rater, named ? [named] : (byName.get(rater) ?? []), terms)];
    }),
  );
}

function resolved(
  rater: string,
  [reviewer, ...others]: readonly ReviewerRecord[],
  { project, createReviewers, now, newId }: RaterTerms,
): ResolvedRater {
  if (others.length > 0) return { faultAt: (place) => raterAmbiguous(rater, others.length + 1, place) };
  if (reviewer) {
    const { projects } = reviewer;
    if (projects !== null && !projects.includes(project))
      return { faultAt: (place) => raterOutsideProject(rater, project, place) };
    return { reviewer, isNew: false };
  }
  // A name with the form of an id is a wrong id and not the name of a person.
  if (!createReviewers || rater.startsWith(`${idPrefixes.reviewer}_`))
    return { faultAt: (place) => raterUnknown(rater, place) };
  return { reviewer: withoutCredentials(rater, newId("reviewer"), now), isNew: true };
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
