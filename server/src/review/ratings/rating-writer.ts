import { type ImportedReview } from "@assay/contract/review/ratings/rating-reviews";
import { importedTask, type RatingPlan, type RatingState } from "@assay/contract/review/ratings/rating-rules";
import type { RatingsStored } from "@assay/contract/review/ratings/rating-import-rules";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import { limits } from "@assay/contract/platform/limits";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { insertReviewer } from "../reviewers/reviewer-queries.ts";
import { insertReviewedTasks } from "../tasks/insert-tasks.ts";
import { storeRatedDimensions } from "../adjudication/rated-dimension-queries.ts";
import { insertReviews, updateReviews } from "./rating-queries.ts";

/** Where an import of ratings writes. */
interface RatingTarget {
  tx: Tx;
  deps: PlatformDeps;
  workspaceId: string;
  rubric: RubricRecord;
}

/** Stores what an import of ratings decides, a thousand samples at a time. */
export class RatingWriter {
  readonly #target: RatingTarget;
  readonly #terms: Parameters<typeof importedTask>[1];
  /** New reviews by sample, which do not fill a task yet. */
  #waiting: (readonly ImportedReview[])[] = [];
  readonly #reviewers = new Set<string>();
  readonly #tasks: string[] = [];
  readonly #counts = { inserted: 0, updated: 0, unchanged: 0 };

  constructor(target: RatingTarget, terms: Omit<RatingState, "stored" | "recorded">) {
    this.#target = target;
    this.#terms = terms;
  }

  /** Stores the new revisions of a plan, and its new reviews as soon as they fill a task. */
  async add({ insert, update, unchanged, reviewers }: RatingPlan): Promise<void> {
    const { tx, deps, workspaceId } = this.#target;
    for (const reviewer of reviewers) {
      if (this.#reviewers.has(reviewer.id)) continue;
      this.#reviewers.add(reviewer.id);
      await insertReviewer(tx, workspaceId, reviewer);
    }
    if (update.length > 0) {
      await updateReviews(tx, deps.database, { workspaceId, reviews: update });
      await this.#storeRated(update.map(({ sample }) => sample));
    }
    this.#counts.updated += update.length;
    this.#counts.unchanged += unchanged;
    this.#waiting.push(...insert);
    while (this.#waiting.length >= limits.samplesPerTask) await this.#writeTask();
  }

  /** Stores the remaining reviews. @returns what the import stored. */
  async end(): Promise<RatingsStored> {
    if (this.#waiting.length > 0) await this.#writeTask();
    return { tasks: this.#tasks, ...this.#counts, reviewersCreated: this.#reviewers.size };
  }

  async #writeTask(): Promise<void> {
    const { tx, deps, workspaceId } = this.#target;
    const samples = this.#waiting.slice(0, limits.samplesPerTask);
    this.#waiting = this.#waiting.slice(limits.samplesPerTask);
    const task = importedTask(samples, this.#terms);
    const reviews = samples.flat().map((review) => ({ ...review, task: task.id }));
    const counts = samples.map(({ length }) => length);
    await insertReviewedTasks(tx, deps, { workspaceId, tasks: [{ task, reviews: counts }] });
    await insertReviews(tx, deps.database, { workspaceId, reviews });
    await this.#storeRated(task.samples);
    this.#tasks.push(task.id);
    this.#counts.inserted += reviews.length;
  }
  async #storeRated(samples: readonly string[]): Promise<void> {
    const { tx, deps, workspaceId, rubric } = this.#target;
    const sampleIds = [...new Set(samples)].map((sample) => uuidOf("sample", sample));
    await storeRatedDimensions(tx, deps, { workspaceId, rubric, sampleIds });
  }
}
