import type { ApiError } from "@assay/contract/platform/errors";
import { formatId } from "@assay/contract/platform/ids";
import {
  noPlaceLeft,
  notAssigned,
  reviewerNotQualified,
  taskEnded,
} from "@assay/contract/review/reviews/review-refusals";
import { isOpen, keepsPlace, notAvailable, openPlaces, placesFor } from "@assay/contract/domain";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { uuidOf } from "../../../platform/db/record-columns.ts";
import type { Tx } from "../../../platform/db/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { heldTasks, openTaskOf } from "./assignment-queries.ts";
import { givePlace, whyUnqualified } from "./assignment-service.ts";
import { type HoldRow, holdOf } from "./hold-queries.ts";
import type { TaskRow } from "../task-queries.ts";

/** A place that was taken, or why it was not. */
export type PlaceTaken = { hold: HoldRow } | { refusal: ApiError };

/** When a claim that is made or renewed now lapses. */
export const lapseFrom = ({ config }: Pick<PlatformDeps, "config">, now: Date): Date =>
  new Date(now.getTime() + config.claimMinutes * 60_000);

/**
 * Lets a reviewer who does not hold a task take an open place of it, as a claim that lapses; the place that a manual task
 * keeps for them is theirs until they give it up. The caller holds the lock on assignments, then the task's.
 *
 * @returns the hold; or the refusal: 409 for a task that has ended, 422 for who does not qualify or is not available,
 *   409 when no place is left for them.
 */
export async function takePlace(
  tx: Tx,
  deps: PlatformDeps,
  task: TaskRow,
  reviewer: ReviewerRecord,
): Promise<PlaceTaken> {
  const publicId = formatId("review_task", task.id);
  const now = deps.now();
  if (!isOpen(task.status)) return { refusal: taskEnded(publicId, task.status) };
  const reason = whyUnqualified(reviewer, task, now) ?? (reviewer.available ? null : notAvailable);
  if (reason !== null) return { refusal: reviewerNotQualified(reviewer.id, reason) };
  const reviewerId = uuidOf("reviewer", reviewer.id);
  const [held] = await heldTasks(tx, task.workspace_id, [task.id]);
  if (!held) throw new Error(`Task ${task.id} is not open although it is locked.`);
  const places = openTaskOf(held);
  if (placesFor(places, reviewerId) === 0) {
    const kept = openPlaces(places) > 0;
    return { refusal: kept ? notAssigned(publicId) : noPlaceLeft(publicId, task.reviews_required) };
  }
  const isTheirs = keepsPlace(places) && places.wanted === reviewerId;
  const lapsesAt = isTheirs ? null : lapseFrom(deps, now);
  await givePlace(tx, deps, task, { reviewer, claim: { lapsesAt } });
  const hold = await holdOf(tx, task, { id: reviewerId });
  if (!hold) throw new Error(`The hold of task ${task.id} was not stored.`);
  return { hold };
}
