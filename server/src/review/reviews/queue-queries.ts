import { draftsSavedSince } from "@assay/contract/review/drafts/draft-rules";
import type { Knex } from "knex";
import type { EvaluationRow } from "../../evaluation/evaluations/evaluation-queries.ts";
import type { BlindCaller } from "../../workspace/access/blind-access.ts";
import { inQueueOrder } from "../tasks/task-list-query.ts";
import type { Reach } from "../../workspace/access/reach.ts";

/** A sample in a reviewer's queue. */
export interface WaitingRow {
  task_id: string;
  sample_id: string;
  /** Index into `taskPriorities`. */
  priority: number;
  rubric_id: string;
  evaluation_id: string | null;
  evaluator: string | null;
  due_at: Date | null;
  /** Position in the task; the first sample has the position 0. */
  position: number;
  sample_count: number;
  has_draft: boolean;
  /** Total number of samples in the queue. */
  total: number;
}

/** The reviewer whose queue is listed, and the filters. */
export interface QueueFilter {
  reach: Reach & BlindCaller;
  reviewerId: string;
  projectId: string | undefined;
  /** Index into `taskPriorities`. */
  priority: number | undefined;
  now: Date;
  limit: number;
}

const draftOf = `select from review_drafts d where d.workspace_id = a.workspace_id and d.task_id = a.task_id
  and d.sample_id = s.sample_id and d.reviewer_id = a.reviewer_id and d.updated_at > ?::timestamptz`;

/**
 * Lists a reviewer's queue: the samples in the reviewer's open tasks that the reviewer has not reviewed yet.
 * The order is: by priority, overdue samples first, by due date (samples without one last), by the age of the
 * task, by sample order.
 */
export async function listWaiting(db: Knex, filter: QueueFilter): Promise<WaitingRow[]> {
  const { reach, reviewerId, projectId, priority, now, limit } = filter;
  const query = db("review_assignments as a")
    .join("review_tasks as t", (join) =>
      join.on("t.workspace_id", "a.workspace_id").andOn("t.id", "a.task_id"),
    )
    .join("review_task_samples as s", (join) =>
      join.on("s.workspace_id", "a.workspace_id").andOn("s.task_id", "a.task_id"),
    )
    .where({ "a.workspace_id": reach.workspaceId, "a.reviewer_id": reviewerId })
    .whereIn("t.status", ["pending", "assigned", "in_progress"])
    .whereRaw(
      `not exists (select from reviews r where r.workspace_id = s.workspace_id and r.task_id = s.task_id
         and r.sample_id = s.sample_id and r.reviewer_id = a.reviewer_id)`,
    );
  if (reach.projects) query.whereIn("t.project_id", [...reach.projects]);
  if (projectId !== undefined) query.where("t.project_id", projectId);
  if (priority !== undefined) query.where("t.priority", priority);
  return inQueueOrder(query, "t", now)
    .orderBy("s.position")
    .limit(limit)
    .select(
      "a.task_id",
      "s.sample_id",
      "t.priority",
      "t.rubric_id",
      "t.evaluation_id",
      "t.evaluator",
      "t.due_at",
      "t.sample_count",
      "s.position",
      db.raw(`exists (${draftOf}) as has_draft`, [new Date(draftsSavedSince(now.getTime()))]),
      db.raw("count(*) over ()::int as total"),
    );
}

/** A sample and the evaluation that its task refers to. */
export interface ScoredKey {
  evaluationId: string;
  sampleId: string;
}

/** The scores of a queued sample and its expected output. */
export interface ScoredRow {
  evaluation_id: string;
  sample_id: string;
  /** The evaluation's evaluators. */
  evaluators: EvaluationRow["evaluators"];
  /** Scores by evaluator position; an element is null if the evaluator did not score the sample. */
  scores: (number | null)[] | null;
  /** Reasons for flags by evaluator position; an element is null if the evaluator did not flag the sample. */
  reasons: (string | null)[] | null;
  /** The automated combined score. */
  automated: number | null;
  /**
   * The expected output in the sample's evaluated version or, if the sample has no results, in its current
   * version.
   */
  expected: unknown;
}

const scoredSamples = `
  select given.evaluation_id, given.sample_id, e.evaluators, r.scores, r.reasons, c.automated, s.expected
  from unnest(:evaluations::uuid[], :samples::uuid[]) as given (evaluation_id, sample_id)
  join evaluations e on e.workspace_id = :workspaceId::uuid and e.id = given.evaluation_id
  left join lateral (
    select array_agg(score order by position) as scores,
      array_agg(case when flagged then coalesce(reason, 'flagged') end order by position) as reasons,
      max(sample_version) as version
    from results
    where workspace_id = e.workspace_id and evaluation_id = e.id and sample_id = given.sample_id
      and e.status = 'completed'
  ) r on true
  left join sample_scores c on c.workspace_id = e.workspace_id and c.evaluation_id = e.id
    and c.sample_id = given.sample_id and e.status = 'completed'
  left join lateral (
    select expected from samples
    where workspace_id = e.workspace_id and id = given.sample_id
      and (valid_from = r.version or (r.version is null and valid_until is null))
    limit 1
  ) s on true`;

/** Reads the scores from completed evaluations and the expected outputs for the given samples. */
export async function readScored(
  db: Knex,
  workspaceId: string,
  keys: readonly ScoredKey[],
): Promise<ScoredRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.raw<{ rows: ScoredRow[] }>(scoredSamples, {
    workspaceId,
    evaluations: keys.map(({ evaluationId }) => evaluationId),
    samples: keys.map(({ sampleId }) => sampleId),
  });
  return rows;
}
