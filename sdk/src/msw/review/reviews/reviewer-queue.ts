import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { compareQueued, waitingSamples } from "@assay/contract/review/reviews/queue/queue-rules";
import { queuedToWire, queueToWire } from "@assay/contract/review/reviews/queue/queue-wire";
import { limits } from "@assay/contract/platform/limits";
import { queuedScores } from "@assay/contract/review/reviews/scores/evaluated-scores";
import { findSample } from "../../evaluation/datasets/dataset-versions.ts";
import { evaluationRecord } from "../../evaluation/evaluations/evaluation-run.ts";
import { blindSamples } from "../../workspace/blind-access.ts";
import { listReached } from "@assay/contract/workspace/reached-rows";
import type { ReviewCall, TaskRow } from "../review-tables.ts";
import { isClaimable } from "../tasks/review-task-handlers.ts";
import { ownDraft } from "../draft-table.ts";
import { findScored } from "./overrides.ts";

/** A queue's filters and size. */
interface QueueQuery {
  project?: string | undefined;
  priority?: TaskRow["priority"] | undefined;
  limit: number;
}

/**
 * Returns a sample's scores in its task's evaluation. If the task has no evaluation, returns the scores in
 * the latest evaluation that scored the sample.
 */
export function scoresOf(
  call: ReviewCall,
  { task, sample }: { task: Pick<TaskRow, "evaluation">; sample: string },
) {
  const row = findScored(call, call.caller.workspace, { id: task.evaluation, sample });
  return row && queuedScores(evaluationRecord(row, call), sample, findSample(call.caller, sample));
}

/** Whether the calling reviewer has a draft of a sample. */
const hasDraft = ({ caller, clock }: ReviewCall, of: { task: string; sample: string }): boolean =>
  ownDraft(caller, of, clock.now()) !== undefined;

/** Returns a reviewer's queue. */
export function reviewerQueue(call: ReviewCall, reviewer: ReviewerRecord, query: QueueQuery) {
  const { project, priority } = query;
  const { reviewTasks, reviews } = call.caller.workspace;
  const tasks = listReached(call.caller, reviewTasks, { project, priority });
  const waiting = waitingSamples(reviewer.id, { tasks, reviews: reviews.values() }, call.clock.now());
  const blind = blindSamples(call.caller);
  const now = call.clock.now();
  const claimable = tasks
    .filter((task) => isClaimable(task, reviewer, now))
    .toSorted((one, other) => compareQueued(one, other, now));
  const items = waiting
    .slice(0, query.limit)
    .map((item) =>
      queuedToWire(
        { ...item, hasDraft: hasDraft(call, { task: item.task.id, sample: item.sample }) },
        scoresOf(call, item),
        blind.has(item.sample),
      ),
    );
  return queueToWire(
    reviewer,
    {
      waiting: { items, total: waiting.length },
      claimable: { tasks: claimable.slice(0, limits.claimableTasks), total: claimable.length },
    },
    now,
  );
}
