import {
  queuedToWire,
  type QueuedScores,
  queueToWire,
} from "@assay/contract/review/reviews/queue/queue-wire";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { formatId } from "@assay/contract/platform/ids";
import { keysOfEvaluators } from "@assay/contract/domain";
import type { Knex } from "knex";
import { findBlind } from "../../workspace/access/blind-access.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { listClaimable } from "../tasks/task-list-query.ts";
import { priorityOf } from "../tasks/task-queries.ts";
import { latestEvaluations } from "./override-queries.ts";
import { listWaiting, type QueueFilter, readScored, type WaitingRow } from "./queue-queries.ts";

/** Maps a reviewer's queue to the wire. */
export async function reviewerQueue(
  db: Knex,
  reviewer: ReviewerRecord,
  given: Omit<QueueFilter, "reviewerId">,
) {
  const filter = { ...given, reviewerId: uuidOf("reviewer", reviewer.id) };
  const { reach, now: at } = filter;
  const { workspaceId } = reach;
  const rows = await listWaiting(db, filter);
  const samples = rows.map(({ sample_id: id }) => id);
  const blind = await findBlind(db, filter.reach, samples);
  const scoresOf = await loadScores(db, workspaceId, rows);
  const items = rows.map((row) => queuedToWire(queued(row), scoresOf(row), blind.has(row.sample_id)));
  const waiting = { items, total: rows[0]?.total ?? 0 };
  const claimable = await listClaimable(db, reach, { ...filter, reviewer, at });
  return queueToWire(reviewer, { waiting, claimable }, at.getTime());
}

const queued = (row: WaitingRow) => ({
  task: {
    id: formatId("review_task", row.task_id),
    priority: priorityOf(row.priority),
    rubric: formatId("rubric", row.rubric_id),
    evaluator: row.evaluator,
    dueAt: row.due_at && row.due_at.getTime(),
    sampleCount: row.sample_count,
  },
  index: row.position + 1,
  hasDraft: row.has_draft,
  sample: formatId("sample", row.sample_id),
});

/** A sample of a task, and the evaluation of the task. */
type ScoredItem = Pick<WaitingRow, "evaluation_id" | "sample_id">;

/**
 * Loads the results of each queued sample. They come from the task's evaluation if the task has one,
 * otherwise from the latest evaluation that scored the sample.
 */
export async function loadScores(db: Knex, workspaceId: string, rows: readonly ScoredItem[]) {
  const unnamed = rows.filter(({ evaluation_id: id }) => id === null).map(({ sample_id: id }) => id);
  const latest =
    unnamed.length === 0 ? new Map<string, string>() : await latestEvaluations(db, workspaceId, unnamed);
  const evaluationOf = (row: ScoredItem) => row.evaluation_id ?? latest.get(row.sample_id) ?? null;
  const keys = rows.flatMap((row) => {
    const evaluationId = evaluationOf(row);
    return evaluationId === null ? [] : [{ evaluationId, sampleId: row.sample_id }];
  });
  const scored = await readScored(db, workspaceId, keys);
  return (row: ScoredItem): QueuedScores | undefined => {
    const id = evaluationOf(row);
    const found = scored.find((one) => one.evaluation_id === id && one.sample_id === row.sample_id);
    return (
      found && {
        id: formatId("evaluation", found.evaluation_id),
        evaluatorKeys: keysOfEvaluators(found.evaluators),
        scores: found.scores ?? [],
        reasons: found.reasons ?? [],
        combined: found.automated,
        expected: found.expected,
      }
    );
  };
}
