import { activeTimes } from "@assay/contract/review/reviewers/reviewer-figures";
import type {
  ProgressFigures,
  ReviewerWork,
  TaskSubmissions,
} from "@assay/contract/review/progress/progress-rules";
import { formatId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { listReviewersById } from "../reviewers/reviewer-queries.ts";
import { openStatuses } from "../tasks/task-queries.ts";

/** Selects the records of progress. */
export interface ProgressFilter {
  reach: Reach;
  /** Undefined for all projects. */
  projectId: string | undefined;
  /** Start of the period. */
  since: Date;
  now: Date;
  /** The samples that the caller has yet to review blind. */
  hidden: readonly string[];
}

const bindingsOf = ({ reach, projectId, since, now, hidden }: ProgressFilter) => ({
  workspaceId: reach.workspaceId,
  projects: reach.projects && [...reach.projects],
  project: projectId ?? null,
  since,
  now,
  hidden: [...hidden],
  limit: limits.reviewersInProgress,
});

const inScope = (table: string): string => `${table}.workspace_id = :workspaceId::uuid
  and (:projects::uuid[] is null or ${table}.project_id = any(:projects::uuid[]))
  and (:project::uuid is null or ${table}.project_id = :project::uuid)`;

const open = `t.status in (${openStatuses})`;
const late = `coalesce(t.due_at < :now::timestamptz, false)`;

const taskCounts = `
  select count(*) filter (where t.status = 'pending')::int as pending,
    count(*) filter (where t.status = 'assigned')::int as assigned,
    count(*) filter (where t.status = 'in_progress')::int as in_progress,
    count(*) filter (where t.completed_at > :since::timestamptz)::int as completed,
    count(*) filter (where t.cancelled_at > :since::timestamptz)::int as cancelled,
    count(*) filter (where ${open} and ${late})::int as overdue,
    count(*) filter (where ${open} and t.waiting)::int as unassigned,
    coalesce(sum(t.sample_count - t.completed) filter (where ${open}), 0)::int as waiting_samples,
    coalesce(sum(t.sample_count - t.completed) filter (where ${open} and ${late}), 0)::int as overdue_samples
  from review_tasks t where ${inScope("t")}`;

type CountsRow = ProgressFigures["tasks"] & { waiting_samples: number; overdue_samples: number };

/** Counts tasks and waiting samples. */
export async function countProgress(
  db: Knex,
  filter: ProgressFilter,
): Promise<Pick<ProgressFigures, "tasks" | "samples">> {
  const [row] = (await db.raw<{ rows: CountsRow[] }>(taskCounts, bindingsOf(filter))).rows;
  if (!row) throw new Error("The aggregate must return one row.");
  const { waiting_samples: waiting, overdue_samples: overdue, ...tasks } = row;
  return { tasks, samples: { waiting, overdue } };
}

const works = `
  with held as (
    select a.reviewer_id, sum(t.sample_count - a.reviewed)::int as pending,
      coalesce(sum(t.sample_count - a.reviewed) filter (where ${late}), 0)::int as overdue
    from review_assignments a
    join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
    where ${inScope("t")} and ${open}
    group by a.reviewer_id
  ), done as (
    select r.reviewer_id, count(*)::int as completed,
      array_agg(r.active_seconds) filter (where r.active_seconds is not null) as active
    from reviews r
    where ${inScope("r")} and r.first_submitted_at > :since::timestamptz
      and not (r.sample_id = any(:hidden::uuid[]))
    group by r.reviewer_id
  )
  select v.id, coalesce(held.pending, 0) as pending, coalesce(held.overdue, 0) as overdue,
    coalesce(done.completed, 0) as completed, done.active
  from reviewers v
  left join held on held.reviewer_id = v.id
  left join done on done.reviewer_id = v.id
  where v.workspace_id = :workspaceId::uuid
    and (:projects::uuid[] is null or v.projects is null or v.projects && :projects::uuid[])
    and (:project::uuid is null or v.projects is null or :project::uuid = any(v.projects)
      or held.pending > 0 or done.completed > 0)
  order by pending desc, v.id
  limit :limit`;

interface WorkRow {
  id: string;
  pending: number;
  overdue: number;
  completed: number;
  active: number[] | null;
}

/** Lists the work of each reviewer, those with the most pending samples first. */
export async function listWork(db: Knex, filter: ProgressFilter): Promise<ReviewerWork[]> {
  const { rows } = await db.raw<{ rows: WorkRow[] }>(works, bindingsOf(filter));
  const ids = rows.map(({ id }) => formatId("reviewer", id));
  const found = await listReviewersById(db, filter.reach.workspaceId, ids);
  const reviewers = new Map(found.map((reviewer) => [reviewer.id, reviewer]));
  return rows.flatMap(({ id, active, ...counts }) => {
    const reviewer = reviewers.get(formatId("reviewer", id));
    const { medianActiveSeconds } = activeTimes(active ?? []);
    return reviewer ? [{ reviewer, ...counts, medianActiveSeconds }] : [];
  });
}

/** Lists the submissions of each reviewer of a task, in the order of the first one. */
export async function listSubmissions(
  db: Knex,
  workspaceId: string,
  taskId: string,
): Promise<TaskSubmissions[]> {
  const rows: { reviewer_id: string; last: Date; active: number[] | null }[] = await db("reviews")
    .where({ workspace_id: workspaceId, task_id: taskId })
    .groupBy("reviewer_id")
    .orderByRaw("min(first_submitted_at), reviewer_id")
    .select(
      "reviewer_id",
      db.raw("max(submitted_at) as last"),
      db.raw("array_agg(active_seconds) filter (where active_seconds is not null) as active"),
    );
  return rows.map(({ reviewer_id: id, last, active }) => ({
    reviewer: formatId("reviewer", id),
    lastSubmittedAt: last.getTime(),
    activeSeconds: active ?? [],
  }));
}
