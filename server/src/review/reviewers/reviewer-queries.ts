import type { Credential } from "@assay/contract/evaluation/routing/credentials";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { type Dated, newestFirst } from "../../platform/http/request/page.ts";

/** A stored reviewer. */
export interface ReviewerRow extends Dated {
  name: string;
  credentials: Credential[];
  specialty: string | null;
  available: boolean;
  /** The only projects to review in; null: all. */
  projects: string[] | null;
  credential_expires_at: Date | null;
  /** When last given a task, or when a review was last submitted; null: never. */
  last_active_at: Date | null;
}

/** A reviewer with what waits: samples of tasks held that are still to be reviewed. */
export type CountedReviewerRow = ReviewerRow & { pending_count: number };

const columns = [
  "id",
  "name",
  "credentials",
  "specialty",
  "available",
  "projects",
  "credential_expires_at",
  "last_active_at",
  "created_at",
];

const pendingCount = `(
  select coalesce(sum(t.sample_count - a.reviewed), 0)::int
  from review_assignments a
  join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
  where a.workspace_id = reviewers.workspace_id and a.reviewer_id = reviewers.id
    and t.status in ('pending', 'assigned', 'in_progress')
) as pending_count`;

/** Reviewers whom the caller can reach: those who review in some project that the key reaches. */
function reachable(db: Knex, reach: Reach): Knex.QueryBuilder {
  const query = db("reviewers").where("workspace_id", reach.workspaceId);
  if (reach.projects) query.whereRaw("(projects is null or projects && ?::uuid[])", [[...reach.projects]]);
  return query;
}

const counted = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.select(...columns, db.raw(pendingCount));

/** Stores a reviewer. */
export async function insertReviewer(tx: Knex, row: ReviewerRow & { workspace_id: string }): Promise<void> {
  await tx("reviewers").insert(row);
}

/** A reviewer whom the caller can reach, or undefined. */
export async function findReviewer(
  db: Knex,
  reach: Reach,
  id: string,
): Promise<CountedReviewerRow | undefined> {
  return counted(db, reachable(db, reach)).where({ id }).first();
}

/** Changes a reviewer whom the caller can reach; undefined when there is none. */
export async function updateReviewer(
  tx: Knex,
  { reach, id }: { reach: Reach; id: string },
  change: Partial<ReviewerRow>,
): Promise<ReviewerRow | undefined> {
  const rows: ReviewerRow[] = await reachable(tx, reach).where({ id }).update(change).returning(columns);
  return rows[0];
}

/** Reviewers newest first, one more than the page shows. */
export async function listReviewers(
  db: Knex,
  reach: Reach,
  page: {
    projectId: string | undefined;
    credentials: readonly Credential[] | undefined;
    available: boolean | undefined;
    limit: number;
    position: readonly (string | number)[] | undefined;
  },
): Promise<CountedReviewerRow[]> {
  const query = counted(db, reachable(db, reach));
  if (page.projectId !== undefined)
    query.whereRaw("(projects is null or ?::uuid = any(projects))", [page.projectId]);
  if (page.credentials !== undefined) query.whereRaw("credentials && ?::text[]", [[...page.credentials]]);
  if (page.available !== undefined) query.where({ available: page.available });
  return newestFirst(query, page.limit, page.position);
}

/** Reviewers of a workspace to whom tasks may be given, whoever asks. */
export async function listAvailable(db: Knex, workspaceId: string): Promise<CountedReviewerRow[]> {
  return counted(db, db("reviewers").where({ workspace_id: workspaceId, available: true }));
}
