// Who may read a review item, what it hides from them, and what they may do with it.
import { type HidingTask, refuseHidden } from "../reviews/blind-access.ts";
import { combinedMask, type SampleMask } from "../../evaluation/routing/sample-mask.ts";
import type { ApiError } from "../../platform/errors.ts";
import { insufficientScope } from "../../platform/refusals.ts";
import type { Scope } from "../../platform/scopes.ts";
import { notAssigned, reviewerRequired, sampleOfTaskNotFound, taskNotBlind } from "../review-refusals.ts";
import { requireCallingReviewer, type ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import type { ReviewRecord } from "../reviews/review-record.ts";
import type { DraftRecord } from "../drafts/draft-rules.ts";
import { submitRefusal } from "../reviews/review-rules.ts";
import { findAssignment, type NewTask } from "../tasks/task-record.ts";

/** The key that reads an item. */
export interface ItemReader {
  /** The reviewer for whom the key acts; undefined if there is none. */
  reviewer: ReviewerRecord | undefined;
  scopes: ReadonlySet<Scope>;
}

/** A task with the reviews that determine what the reader may see of it. */
export interface ReadTask {
  task: NewTask;
  reader: ItemReader;
  /** The times at which the reader last submitted reviews of the task's samples, by sample id. */
  submitted: ReadonlyMap<string, number>;
  /** The samples of which the reader has a draft. */
  drafted: ReadonlySet<string>;
}

/** A sample of a task that a key reads. */
export interface ReadItem extends ReadTask {
  sample: string;
  /** The reader's review of the sample in the task. */
  own: ReviewRecord | undefined;
  /** The reader's draft of a review of the sample in the task. */
  draft: DraftRecord | undefined;
  /** What the reader sees of the sample while it is hidden in any task; undefined if it is hidden in none. */
  hidden: SampleMask | undefined;
}

/** Requires that a reader may read the list of a task's samples. @throws {ApiError} 409 if not. */
export function requireListAccess({ task, reader, submitted }: ReadTask): void {
  const { reviewer, scopes } = reader;
  if (!reviewer || scopes.has("reviews:write") || submitted.size > 0) return;
  if (!findAssignment(task, reviewer.id)) throw notAssigned(task.id);
}

/**
 * Requires that a reader may read an item.
 *
 * @throws {ApiError} 404 if the task does not contain the sample; 409 if the task is not assigned to the reviewer; 403
 *   if a key that reads the item for another reason may not read samples.
 */
export function requireItemAccess({ task, reader, submitted, drafted }: ReadTask, sample: string): void {
  if (!task.samples.includes(sample)) throw sampleOfTaskNotFound(sample, task.id);
  const { reviewer, scopes } = reader;
  const hasOwn = submitted.has(sample) || drafted.has(sample);
  if (reviewer && (hasOwn || findAssignment(task, reviewer.id))) return;
  if (reviewer && !scopes.has("reviews:write")) throw notAssigned(task.id);
  if (!scopes.has("datasets:read")) throw insufficientScope("datasets:read");
}

/**
 * Returns what a reader sees of a hidden item; undefined if nothing is hidden. A submitted item of a blind task stays
 * hidden until its reviewer has revealed it. An item that its reader may read only because of a draft is always hidden:
 * the reader can claim the task again.
 */
export function itemMask({ task, reader, own, draft, hidden }: ReadItem): SampleMask | undefined {
  const { reviewer, scopes } = reader;
  if (!reviewer) return undefined;
  const isDraft =
    own === undefined &&
    draft !== undefined &&
    !scopes.has("reviews:write") &&
    !findAssignment(task, reviewer.id);
  const isUnrevealed = own !== undefined && own.revealedAt === null;
  if (!task.blind || task.origin !== "review" || !(isUnrevealed || isDraft)) return hidden;
  return hidden ? combinedMask(hidden, task.shown) : task.shown;
}

/** Whether the reader may submit a review of an item and, if not, why. */
export function itemState(
  { task, reader, own }: ReadItem,
  now: number,
): { state: "open" | "submitted" | "read_only"; reason: string | null } {
  const refusal = submissionRefusal({ task, reader, own }, now);
  if (refusal) return { state: "read_only", reason: refusal.message };
  return { state: own ? "submitted" : "open", reason: null };
}

function submissionRefusal(
  { task, reader, own }: Pick<ReadItem, "task" | "reader" | "own">,
  now: number,
): ApiError | undefined {
  const { reviewer, scopes } = reader;
  if (!scopes.has("reviews:submit")) return insufficientScope("reviews:submit");
  if (!reviewer) return reviewerRequired();
  return submitRefusal({ task, reviewer, isNew: own === undefined }, now);
}

/** The neighbors of a sample in its task. */
export function itemPlace({ task, reader, submitted }: ReadTask, sample: string) {
  const { samples } = task;
  const at = samples.indexOf(sample);
  const others = [...samples.slice(at + 1), ...samples.slice(0, at)];
  const pending = reader.reviewer && others.find((one) => !submitted.has(one));
  return {
    position: { index: at + 1, total: samples.length },
    previous: samples[at - 1] ?? null,
    next: samples[at + 1] ?? null,
    next_pending: pending ?? null,
  };
}

/**
 * Decides a request to reveal an item.
 *
 * @param hiding the tasks that hide the sample from the reader.
 * @returns the review to store, with the time of the first reveal; undefined if nothing changes.
 * @throws {ApiError} in this order: 403 for a key without a reviewer; the refusals of `requireItemAccess`; 409 if the
 *   task is not blind; 403 while the rule of a task hides the item.
 */
export function decideReveal(
  item: ReadItem,
  { hiding, now }: { hiding: readonly HidingTask[]; now: number },
): ReviewRecord | undefined {
  requireCallingReviewer(item.reader.reviewer);
  requireItemAccess(item, item.sample);
  const { task, own } = item;
  if (!task.blind) throw taskNotBlind(task.id);
  refuseHidden(hiding);
  return own && own.revealedAt === null ? { ...own, revealedAt: now } : undefined;
}
