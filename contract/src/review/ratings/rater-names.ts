// Compares the names of raters with each other and with the names of reviewers.
import { foldName } from "../../domain/evaluators/reading/fold-name.ts";
import type { ReviewerRecord } from "../reviewers/reviewer-rules.ts";

/** Maximum length of the name of a reviewer, in UTF-16 code units. */
const maxName = 200;

/** Returns a name without white space at its ends, in the Unicode form NFC. */
export function raterName(given: string): string {
  const trimmed = given.trim();
  const composed = trimmed.normalize("NFC").trim();
  // Some characters have no composed form, so that NFC can be longer.
  return composed.length > maxName ? trimmed : composed;
}

/** Whether a name has no visible characters. */
export const isBlank = (name: string): boolean => foldName(raterName(name)) === "";

function groupedBy(
  reviewers: readonly ReviewerRecord[],
  keyOf: (reviewer: ReviewerRecord) => string,
): ReadonlyMap<string, readonly ReviewerRecord[]> {
  const groups = new Map<string, ReviewerRecord[]>();
  for (const reviewer of reviewers) {
    const group = groups.get(keyOf(reviewer));
    if (group) group.push(reviewer);
    else groups.set(keyOf(reviewer), [reviewer]);
  }
  return groups;
}

/** The reviewers whom a rater can name. */
export class KnownReviewers {
  readonly #byId: ReadonlyMap<string, ReviewerRecord>;
  /** The reviewers by their exact names. */
  readonly #exact: ReadonlyMap<string, readonly ReviewerRecord[]>;
  /** The reviewers by {@link raterName}. */
  readonly #named: ReadonlyMap<string, readonly ReviewerRecord[]>;
  /** The reviewers by {@link foldName}. */
  readonly #folded: ReadonlyMap<string, readonly ReviewerRecord[]>;

  constructor(reviewers: readonly ReviewerRecord[]) {
    this.#byId = new Map(reviewers.map((reviewer) => [reviewer.id, reviewer]));
    this.#exact = groupedBy(reviewers, ({ name }) => name);
    this.#named = groupedBy(reviewers, ({ name }) => raterName(name));
    this.#folded = groupedBy(reviewers, ({ name }) => foldName(raterName(name)));
  }

  /** Returns the reviewers whom a rater names. An exact name precedes the other spellings. */
  named(rater: string): readonly ReviewerRecord[] {
    const name = raterName(rater);
    const identified = this.#byId.get(name);
    if (identified) return [identified];
    return this.#exact.get(rater) ?? this.#named.get(name) ?? [];
  }

  /** Returns a reviewer whose name differs only in spelling. */
  similar(name: string): ReviewerRecord | undefined {
    return this.#folded.get(foldName(name))?.[0];
  }
}
