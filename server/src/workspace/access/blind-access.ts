import { blindPending } from "@assay/contract/review/review-refusals";
import type { Knex } from "knex";

/**
 * A caller that may have blind reviews to submit. `reviewerId` is the reviewer that the caller's API key acts
 * as. `Caller` is a subtype of this type.
 */
export interface BlindCaller {
  workspaceId: string;
  reviewerId: string | null;
}

/** The data that a response would reveal. All ids are UUIDs. */
export interface Covered {
  evaluationIds?: readonly string[];
  projectId?: string;
  sampleIds?: readonly string[];
}

const isOpen = `t.status in ('pending', 'assigned', 'in_progress')`;

const ownReviews = `from reviews r
  where r.workspace_id = t.workspace_id and r.task_id = t.id and r.reviewer_id = :reviewerId::uuid`;

/**
 * The samples of blind tasks whose results are hidden from the caller: the rule `findBlindSamples` of
 * `contract/src/review/reviews/blind-access.ts` in SQL.
 */
const waiting = `
  select s.sample_id
  from (
    select task_id from review_assignments
    where workspace_id = :workspaceId::uuid and reviewer_id = :reviewerId::uuid
    union
    select id from review_tasks t
    where workspace_id = :workspaceId::uuid and blind and ${isOpen} and reveal = 'after_task'
      and exists (select ${ownReviews})
  ) mine
  join review_tasks t on t.workspace_id = :workspaceId::uuid and t.id = mine.task_id
  join review_task_samples s on s.workspace_id = t.workspace_id and s.task_id = t.id
  where t.blind and ${isOpen} and case t.reveal
    when 'after_submit' then not exists (select ${ownReviews} and r.sample_id = s.sample_id)
    else (select count(*) ${ownReviews}) < t.sample_count end`;

/**
 * Returns a query for the ids of the samples to hide from the caller (column `sample_id`); undefined if the
 * API key does not act as a reviewer.
 */
export function blindSamples(
  db: Knex,
  { workspaceId, reviewerId }: BlindCaller,
  and = "",
  bindings: Readonly<Record<string, Knex.RawBinding>> = {},
): Knex.Raw | undefined {
  if (reviewerId === null) return undefined;
  return db.raw(`${waiting} ${and}`, { workspaceId, reviewerId, ...bindings });
}

/** Returns all samples that the caller has yet to review blind. */
export async function allBlind(db: Knex, caller: BlindCaller): Promise<string[]> {
  const blind = blindSamples(db, caller);
  if (!blind) return [];
  const { rows } = await blind.then((result: { rows: { sample_id: string }[] }) => result);
  return rows.map(({ sample_id: id }) => id);
}

/**
 * Excludes rows of samples that the caller has yet to review blind.
 *
 * @param column the column that contains the sample's id.
 */
export function hideBlind<Q extends Knex.QueryBuilder>(
  query: Q,
  { db, caller, column = "sample_id" }: { db: Knex; caller: BlindCaller; column?: string },
): Q {
  const blind = blindSamples(db, caller);
  if (blind) query.whereRaw("?? not in (?)", [column, blind]);
  return query;
}

/** Returns those of the given samples that the caller has yet to review blind. */
export async function findBlind(
  db: Knex,
  caller: BlindCaller,
  sampleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const blind = blindSamples(db, caller, "and s.sample_id = any(:ids::uuid[])", { ids: [...sampleIds] });
  if (!blind || sampleIds.length === 0) return new Set();
  const { rows } = await blind.then((result: { rows: { sample_id: string }[] }) => result);
  return new Set(rows.map(({ sample_id: id }) => id));
}

/**
 * Returns those of the given evaluations that have scored at least one sample that the caller has yet to
 * review blind.
 */
export async function findBlindEvaluations(
  db: Knex,
  caller: BlindCaller,
  evaluationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const blind = blindSamples(db, caller);
  if (!blind || evaluationIds.length === 0) return new Set();
  const rows: { evaluation_id: string }[] = await db("sample_scores")
    .where({ workspace_id: caller.workspaceId })
    .whereRaw("evaluation_id = any(?::uuid[])", [[...evaluationIds]])
    .whereRaw("sample_id in (?)", [blind])
    .distinct("evaluation_id");
  return new Set(rows.map(({ evaluation_id: id }) => id));
}

async function blindInProject(db: Knex, caller: BlindCaller, projectId: string): Promise<boolean> {
  const blind = blindSamples(db, caller, "and t.project_id = :projectId::uuid limit 1", { projectId });
  if (!blind) return false;
  const { rows } = await blind.then((result: { rows: unknown[] }) => result);
  return rows.length > 0;
}

/**
 * Refuses requests that would reveal results of samples that the caller has yet to review blind.
 *
 * @throws {ApiError} 403 `blind_pending`; never thrown if the key does not act as a reviewer.
 */
export async function refuseBlind(
  db: Knex,
  caller: BlindCaller,
  { evaluationIds = [], projectId, sampleIds = [] }: Covered,
): Promise<void> {
  if (caller.reviewerId === null) return;
  if ((await findBlindEvaluations(db, caller, evaluationIds)).size > 0) throw blindPending();
  if ((await findBlind(db, caller, sampleIds)).size > 0) throw blindPending();
  if (projectId !== undefined && (await blindInProject(db, caller, projectId))) throw blindPending();
}
