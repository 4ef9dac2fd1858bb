import { blindPending } from "@assay/contract/review/reviews/review-refusals";
import { viewOf } from "../evaluation/evaluations/evaluation-run.ts";
import type { Call, Caller, MockState } from "../platform/http/handler.ts";
import type { EvaluationRow } from "../platform/state/tables-evaluations.ts";
import type { TaskRow } from "../platform/state/tables-reviews.ts";

/** What an answer would tell of: any of these. */
export interface Covered {
  evaluationIds?: readonly string[];
  projectId?: string;
  sampleIds?: readonly string[];
}

/** The blind tasks that the caller holds, each with what of it they have still to review. */
function* blindTasks({ workspace, reviewer }: Caller): Generator<{ task: TaskRow; sample: string }> {
  if (reviewer === null) return;
  const reviews = [...workspace.reviews.values()].filter((review) => review.reviewer === reviewer);
  for (const task of workspace.reviewTasks.values()) {
    if (!task.blind || task.status === "completed" || task.status === "cancelled") continue;
    if (!task.holds.some((hold) => hold.reviewer === reviewer)) continue;
    const done = new Set(reviews.filter((review) => review.task === task.id).map(({ sample }) => sample));
    for (const sample of task.samples) if (!done.has(sample)) yield { task, sample };
  }
}

/** The samples that the caller has still to review under a blind task that they hold. */
export const blindSamples = (caller: Caller): ReadonlySet<string> =>
  new Set([...blindTasks(caller)].map(({ sample }) => sample));

/** Whether an evaluation has scored a sample that the caller has still to review blind. */
export function coversBlind(
  { caller, ...state }: Pick<Call, "caller"> & MockState,
  row: EvaluationRow,
): boolean {
  const blind = blindSamples(caller);
  if (blind.size === 0) return false;
  const { processed } = viewOf(row, state);
  return row.judged.slice(0, processed).some(({ sample }) => blind.has(sample.id));
}

/** Whether one of some evaluations has scored a sample that the caller has still to review blind. */
export const isBlindTo = (call: Call, evaluationIds: readonly string[]): boolean =>
  evaluationIds.some((id) => {
    const row = call.caller.workspace.evaluations.get(id);
    return row !== undefined && coversBlind(call, row);
  });

/**
 * Refuses what would tell the caller of samples that they have still to review blind.
 *
 * @throws {ApiError} 403 `blind_pending`; nothing for a key that is no reviewer's.
 */
export function refuseBlind(call: Call, { evaluationIds = [], projectId, sampleIds = [] }: Covered): void {
  const { caller } = call;
  const waiting = [...blindTasks(caller)];
  if (
    isBlindTo(call, evaluationIds) ||
    waiting.some(({ task, sample }) => task.project === projectId || sampleIds.includes(sample))
  )
    throw blindPending();
}
