import type { TaskStatus } from "@assay/contract/domain";
import { credentialsExpired } from "@assay/contract/domain";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { TaskRecord } from "@assay/contract/review/tasks/task-record";
import { limits } from "@assay/contract/platform/limits";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { openSlotsFor } from "../../workspace/access/open-slots.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";
import { newestFirst } from "../../platform/http/request/page.ts";
import { openStatuses, readTasks } from "./task-queries.ts";

/** The filters for a list of tasks. */
export interface TaskFilter {
  projectId: string | undefined;
  status: TaskStatus | undefined;
  priority: number | undefined;
  /**
   * Selects only tasks that are assigned to this reviewer. Of ended tasks, selects those that were assigned
   * to the reviewer when they ended.
   */
  assigneeId: string | undefined;
  /**
   * If `wanted` is true, selects only tasks that the reviewer can claim at the given time; otherwise, selects
   * only tasks that the reviewer cannot claim.
   */
  claimable: { reviewer: ReviewerRecord; at: Date; wanted: boolean } | undefined;
}

/** Lists tasks, newest first. Reads one row more than the page, to detect whether a next page exists. */
export async function listTasks(
  db: Knex,
  reach: Reach,
  {
    filter,
    ...page
  }: {
    filter: TaskFilter;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<TaskRecord[]> {
  const query = withinReach(db("review_tasks"), reach);
  const { projectId, status, priority, assigneeId, claimable } = filter;
  if (projectId !== undefined) query.where({ project_id: projectId });
  if (status !== undefined) query.where({ status });
  if (priority !== undefined) query.where({ priority });
  if (assigneeId !== undefined) query.whereRaw(heldBy, [assigneeId]);
  if (claimable !== undefined) {
    const [condition, bindings] = claimableBy(claimable);
    query.whereRaw(claimable.wanted ? condition : `not (${condition})`, [...bindings]);
  }
  return readTasks(newestFirst(query, page.limit, page.position));
}

/** Orders tasks as a reviewer's queue, like `compareQueued`. @param table name or alias of the table of tasks. */
export const inQueueOrder = (query: Knex.QueryBuilder, table: string, now: Date): Knex.QueryBuilder =>
  query
    .orderBy(`${table}.priority`)
    .orderByRaw(`coalesce(${table}.due_at < ?::timestamptz, false) desc`, [now])
    .orderByRaw(`${table}.due_at nulls last`)
    .orderBy([`${table}.created_at`, `${table}.id`]);

/** Lists the first tasks that a reviewer can claim, in the order of the queue, and counts all of them. */
export async function listClaimable(
  db: Knex,
  reach: Reach,
  {
    reviewer,
    at,
    projectId,
    priority,
  }: Pick<TaskFilter, "projectId" | "priority"> & { reviewer: ReviewerRecord; at: Date },
): Promise<{ tasks: TaskRecord[]; total: number }> {
  const [condition, bindings] = claimableBy({ reviewer, at });
  const query = withinReach(db("review_tasks"), reach).whereRaw(condition, [...bindings]);
  if (projectId !== undefined) query.where({ project_id: projectId });
  if (priority !== undefined) query.where({ priority });
  const first = inQueueOrder(query.clone(), "review_tasks", at).limit(limits.claimableTasks);
  const tasks = await readTasks(first);
  if (tasks.length < limits.claimableTasks) return { tasks, total: tasks.length };
  const count: { total: number } | undefined = await query.first(db.raw("count(*)::int as total"));
  return { tasks, total: count?.total ?? 0 };
}

const holdsOf = `select from review_assignments a
  where a.workspace_id = review_tasks.workspace_id and a.task_id = review_tasks.id`;

const heldBy = `exists (${holdsOf} and a.reviewer_id = ?::uuid)`;

/**
 * Returns an SQL condition for whether a reviewer can claim a task, with the rules of `disqualification` and
 * `slotsFor`. The condition is never null, so it can be negated.
 */
function claimableBy({
  reviewer,
  at,
}: {
  reviewer: ReviewerRecord;
  at: Date;
}): [condition: string, bindings: readonly Knex.RawBinding[]] {
  if (!reviewer.available || credentialsExpired(reviewer, at.getTime())) return ["false", []];
  const condition = `status in (${openStatuses})
    and (?::uuid[] is null or project_id = any(?::uuid[]))
    and (required_credentials = '{}' or required_credentials && ?::text[])
    and (specialty is null or specialty is not distinct from ?::text)
    and not ${heldBy}
    and not exists (
      select from review_exclusions e
      where e.workspace_id = review_tasks.workspace_id and e.task_id = review_tasks.id and e.reviewer_id = ?::uuid
    )
    and ${openSlotsFor("review_tasks", "?::uuid")} > 0`;
  const id = uuidOf("reviewer", reviewer.id);
  const projects = reviewer.projects?.map((project) => uuidOf("project", project)) ?? null;
  return [condition, [projects, projects, [...reviewer.credentials], reviewer.specialty, id, id, id]];
}
