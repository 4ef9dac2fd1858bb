import type { Credential } from "@assay/contract/workspace/credentials";
import type { Candidate } from "@assay/contract/domain";
import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { columnValues, type RecordColumns, uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { newestFirst } from "../../platform/http/request/page.ts";

/** A reviewer's database row. */
interface StoredReviewer {
  id: string;
  name: string;
  credentials: Credential[];
  specialty: string | null;
  available: boolean;
  projects: string[] | null;
  credentialExpiresAt: Date | null;
  lastActiveAt: Date | null;
  createdAt: Date;
}

/**
 * A reviewer's row, and the number of samples in the reviewer's tasks that the reviewer still has to review.
 */
interface StoredCounted extends StoredReviewer {
  pendingCount: number;
}

/** A reviewer, and the number of samples in the reviewer's tasks that the reviewer still has to review. */
export interface CountedReviewer extends ReviewerRecord {
  pendingCount: number;
}

const columns: RecordColumns<ReviewerRecord> = {
  id: "id",
  name: "name",
  credentials: "credentials",
  specialty: "specialty",
  available: "available",
  projects: "projects",
  credentialExpiresAt: "credential_expires_at",
  lastActiveAt: "last_active_at",
  createdAt: "created_at",
};

const recordOf = <R extends StoredReviewer>(row: R) => ({
  ...row,
  id: formatId("reviewer", row.id),
  projects: row.projects?.map((project) => formatId("project", project)) ?? null,
  credentialExpiresAt: row.credentialExpiresAt?.getTime() ?? null,
  lastActiveAt: row.lastActiveAt?.getTime() ?? null,
  createdAt: row.createdAt.getTime(),
});

const dateOrNull = (at: number | null): Date | null => (at === null ? null : new Date(at));

const valuesOf = (members: Partial<ReviewerRecord>) => {
  const { id, projects, credentialExpiresAt, lastActiveAt, createdAt, ...rest } = members;
  return columnValues<Record<keyof ReviewerRecord, unknown>>(columns, {
    ...rest,
    ...(id !== undefined && { id: uuidOf("reviewer", id) }),
    ...(projects !== undefined && { projects: projects?.map((one) => uuidOf("project", one)) ?? null }),
    ...(credentialExpiresAt !== undefined && { credentialExpiresAt: dateOrNull(credentialExpiresAt) }),
    ...(lastActiveAt !== undefined && { lastActiveAt: dateOrNull(lastActiveAt) }),
    ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
  });
};

const pendingCount = `(
  select coalesce(sum(t.sample_count - a.reviewed), 0)::int
  from review_assignments a
  join review_tasks t on t.workspace_id = a.workspace_id and t.id = a.task_id
  where a.workspace_id = reviewers.workspace_id and a.reviewer_id = reviewers.id
    and t.status in ('pending', 'assigned', 'in_progress')
) as "pendingCount"`;

/**
 * Builds a query of the reviewers within the caller's reach: those who review in a project that the API key
 * can access.
 */
function reachable(db: Knex, reach: Reach): Knex.QueryBuilder {
  const query = db("reviewers").where("workspace_id", reach.workspaceId);
  if (reach.projects) query.whereRaw("(projects is null or projects && ?::uuid[])", [[...reach.projects]]);
  return query;
}

const counted = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query.select(columns, db.raw(pendingCount));

/** Stores a new reviewer. */
export async function insertReviewer(tx: Tx, workspaceId: string, reviewer: ReviewerRecord): Promise<void> {
  await tx("reviewers").insert({ ...valuesOf(reviewer), workspace_id: workspaceId });
}

/** Finds a reviewer within the caller's reach. */
export async function findReviewer(db: Knex, reach: Reach, id: string): Promise<CountedReviewer | undefined> {
  const row: StoredCounted | undefined = await counted(db, reachable(db, reach)).where({ id }).first();
  return row && recordOf(row);
}

/** Finds the UUID of a reviewer within the caller's reach. */
export async function findReviewerId(
  db: Knex,
  reach: Reach,
  id: string,
): Promise<{ id: string } | undefined> {
  return reachable(db, reach).where({ id }).first("id");
}

/** Updates a reviewer within the caller's reach. @returns false if no such reviewer exists. */
export async function updateReviewer(
  tx: Tx,
  { reach, id }: { reach: Reach; id: string },
  set: Partial<ReviewerRecord>,
): Promise<boolean> {
  const where = { id: uuidOf("reviewer", id) };
  return (await reachable(tx, reach).where(where).update(valuesOf(set))) === 1;
}

/** Lists reviewers, newest first. Reads one row more than the page, to detect whether a next page exists. */
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
): Promise<CountedReviewer[]> {
  const query = counted(db, reachable(db, reach));
  if (page.projectId !== undefined)
    query.whereRaw("(projects is null or ?::uuid = any(projects))", [page.projectId]);
  if (page.credentials !== undefined) query.whereRaw("credentials && ?::text[]", [[...page.credentials]]);
  if (page.available !== undefined) query.where({ available: page.available });
  const rows: StoredCounted[] = await newestFirst(query, page.limit, page.position);
  return rows.map(recordOf);
}

/** Lists the reviewers of a workspace who can be assigned tasks, regardless of the caller's reach. */
export async function listCandidates(db: Knex, workspaceId: string): Promise<Candidate[]> {
  const rows: StoredCounted[] = await counted(
    db,
    db("reviewers").where({ workspace_id: workspaceId, available: true }),
  );
  return rows.map((row) => ({ ...recordOf(row), pending: row.pendingCount }));
}

/** Lists the reviewers of a workspace with the given ids, regardless of the caller's reach. */
export async function listReviewersById(
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReviewerRecord[]> {
  if (ids.length === 0) return [];
  const uuids = [...new Set(ids)].map((id) => uuidOf("reviewer", id));
  return readReviewers(
    db("reviewers as r").where({ "r.workspace_id": workspaceId }).whereRaw("r.id = any(?::uuid[])", [uuids]),
  );
}

/** Lists all reviewers within the caller's reach, by id. */
export async function listReachableReviewers(db: Knex, reach: Reach): Promise<ReviewerRecord[]> {
  const rows: StoredReviewer[] = await reachable(db, reach).orderBy("id").select(columns);
  return rows.map(recordOf);
}

/** Reads the reviewers that a query selects from the table alias `r`, in the order of the query. */
export async function readReviewers(query: Knex.QueryBuilder): Promise<ReviewerRecord[]> {
  const aliased = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, `r.${column}`]));
  const rows: StoredReviewer[] = await query.select(aliased);
  return rows.map(recordOf);
}
