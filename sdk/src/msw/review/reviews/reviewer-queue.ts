import { storedOutcome } from "@assay/contract/evaluation/evaluations/outcomes/stored-outcome";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { waitingSamples } from "@assay/contract/review/reviews/queue-rules";
import { queuedToWire, type QueuedScores, queueToWire } from "@assay/contract/review/reviews/queue-wire";
import { findSample } from "../../evaluation/datasets/dataset-versions.ts";
import { blindSamples } from "../../workspace/blind-access.ts";
import { listReached } from "@assay/contract/workspace/reached-rows";
import type { ReviewCall, TaskRow } from "../review-tables.ts";
import { findScored, scoredOf, scoredSample } from "./overrides.ts";

/** A queue's filters and size. */
interface QueueQuery {
  project?: string | undefined;
  priority?: TaskRow["priority"] | undefined;
  limit: number;
}

/** A queued sample. */
interface Waiting {
  task: TaskRow;
  sample: string;
}

/**
 * Returns a sample's scores in its task's evaluation. If the task has no evaluation, returns the scores in
 * the latest evaluation that scored the sample.
 */
function queuedScores(call: ReviewCall, { task, sample }: Waiting): QueuedScores | undefined {
  const { workspace } = call.caller;
  const row = findScored(call, workspace, { id: task.evaluation, sample });
  if (!row) return undefined;
  const scored = scoredSample(call, row, sample);
  const scoredRow = scored.status === "completed" ? scoredOf(row, sample) : undefined;
  if (!scoredRow) {
    const { expected = null } = findSample(call.caller, sample) ?? {};
    return { ...scored, scores: [], reasons: [], combined: null, expected };
  }
  const reasons = scoredRow.outcomes.map((outcome) => {
    const { flagged, reason } = storedOutcome(outcome);
    return flagged ? (reason ?? "flagged") : null;
  });
  return { ...scored, reasons, expected: scoredRow.sample.expected };
}

/** Returns a reviewer's queue. */
export function reviewerQueue(call: ReviewCall, reviewer: ReviewerRecord, query: QueueQuery) {
  const { project, priority } = query;
  const { reviewTasks, reviews } = call.caller.workspace;
  const tasks = listReached(call.caller, reviewTasks, { project, priority });
  const waiting = waitingSamples(reviewer.id, { tasks, reviews: reviews.values() }, call.clock.now());
  const blind = blindSamples(call.caller);
  const items = waiting
    .slice(0, query.limit)
    .map((item) => queuedToWire(item, queuedScores(call, item), blind.has(item.sample)));
  return queueToWire(reviewer.id, waiting.length, items);
}
