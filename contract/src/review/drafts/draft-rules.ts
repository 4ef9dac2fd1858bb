// Drafts of reviews: who may write them, when a write is refused, and how long they are kept.
import { payloadTooLarge } from "../../platform/refusals.ts";
import { limits } from "../../platform/limits.ts";
import { withinBytes } from "../../platform/common.ts";
import { notAssigned, sampleOfTaskNotFound, taskEnded, taskImported } from "../review-refusals.ts";
import { requireCallingReviewer, type ReviewerRecord } from "../reviewers/reviewer-rules.ts";
import { claimExpiryFrom } from "../tasks/claim-expiry.ts";
import type { TaskContext } from "../tasks/task-changes.ts";
import { findAssignment, type TaskRecord } from "../tasks/task-record.ts";
import { draftChanged, draftExists } from "./draft-refusals.ts";
import type { DraftInput } from "./review-drafts.ts";

/** A stored draft of a review. Null members are absent in the draft. Times are in milliseconds since 1970. */
export interface DraftRecord {
  task: string;
  sample: string;
  reviewer: string;
  revision: number;
  grades: Readonly<Record<string, unknown>> | null;
  notes: string | null;
  flags: readonly string[] | null;
  overrideAiScore: boolean | null;
  overrideValue: number | null;
  updatedAt: number;
}

/** The state that the caller loads while the task is locked. */
export interface DraftState {
  task: TaskRecord;
  /** The reviewer for whom the API key acts. */
  reviewer: ReviewerRecord | undefined;
  sample: string;
  isSampleOfTask: boolean;
  /** Whether the reviewer has reviewed the sample in the task. */
  hasReviewed: boolean;
  stored: DraftRecord | undefined;
}

/** The conditions of a request, as sent. */
export interface DraftConditions {
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
}

const savedMs = 30 * 24 * 60 * 60 * 1000;

/** The time before which a draft must have changed last to be deleted now. */
export const draftsSavedSince = (now: number): number => now - savedMs;

/** Returns a draft unless it is deleted because of its age. */
export const savedDraft = <Draft extends Pick<DraftRecord, "updatedAt">>(
  draft: Draft | undefined,
  now: number,
): Draft | undefined => (draft && draft.updatedAt > draftsSavedSince(now) ? draft : undefined);

/** Refuses a draft that is too large. @throws {ApiError} 413. */
export function checkDraftSize(body: DraftInput): void {
  if (!withinBytes(body, limits.draftBytes)) throw payloadTooLarge(limits.draftBytes);
}

/**
 * Requires that the calling reviewer may write a draft under the conditions of the request.
 *
 * @throws {ApiError} in this order: 403 for a key without a reviewer; 409 for an imported or a cancelled task; 404 if the
 *   task does not contain the sample; 409 if the task is not assigned to the reviewer and they have not reviewed the
 *   sample; 412 if the conditions do not match.
 */
export function requireDraftAccess(state: DraftState, conditions: DraftConditions): ReviewerRecord {
  const { task, sample, stored } = state;
  const reviewer = requireCallingReviewer(state.reviewer);
  if (task.origin === "import") throw taskImported(task.id);
  if (task.status === "cancelled") throw taskEnded(task.id, task.status);
  if (!state.isSampleOfTask) throw sampleOfTaskNotFound(sample, task.id);
  if (!findAssignment(task, reviewer.id) && !state.hasReviewed) throw notAssigned(task.id);
  const wanted = conditions["if-match"];
  if (wanted !== undefined && wanted !== `"${stored?.revision}"`)
    throw draftChanged(Number(wanted.slice(1, -1)), stored?.revision);
  if (conditions["if-none-match"] !== undefined && stored) throw draftExists(stored.revision);
  return reviewer;
}

/** What storing a draft changes. */
export interface DraftDecision {
  draft: DraftRecord;
  /** When the reviewer's claim of the task now expires; undefined if they have no claim that expires. */
  claimExpiry: number | undefined;
}

/**
 * Decides a request to store a draft. It renews a claim, as a review does.
 *
 * @throws {ApiError} the refusals of `requireDraftAccess`.
 */
export function decideDraft(
  state: DraftState,
  body: DraftInput,
  { conditions, context }: { conditions: DraftConditions; context: TaskContext },
): DraftDecision {
  const reviewer = requireDraftAccess(state, conditions);
  const { task, sample, stored } = state;
  const expires = (findAssignment(task, reviewer.id)?.expiresAt ?? null) !== null;
  return {
    draft: {
      task: task.id,
      sample,
      reviewer: reviewer.id,
      revision: (stored?.revision ?? 0) + 1,
      grades: body.grades ?? null,
      notes: body.notes ?? null,
      flags: body.flags ?? null,
      overrideAiScore: body.override_ai_score ?? null,
      overrideValue: body.override_value ?? null,
      updatedAt: context.now,
    },
    claimExpiry: expires ? claimExpiryFrom(context) : undefined,
  };
}
