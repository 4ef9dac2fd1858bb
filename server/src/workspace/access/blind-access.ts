import { masksBySample, type SampleMask } from "@assay/contract/evaluation/routing/sample-mask";
import type { Scope } from "@assay/contract/platform/scopes";
import { formatId } from "@assay/contract/platform/ids";
import { type HidingTask, refuseHidden } from "@assay/contract/review/reviews/blind-access";
import { blindPending } from "@assay/contract/review/review-refusals";
import type { Knex } from "knex";
import { openSlotsFor } from "./open-slots.ts";

/**
 * A caller that may have blind reviews to submit. `reviewerId` is the reviewer that the caller's API key acts
 * as. `Caller` is a subtype of this type.
 */
export interface BlindCaller {
  workspaceId: string;
  reviewerId: string | null;
  scopes: ReadonlySet<Scope>;
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
  from (
    select task_id from review_assignments
    where workspace_id = :workspaceId::uuid and reviewer_id = :reviewerId::uuid
    union
    select id from review_tasks t
    where workspace_id = :workspaceId::uuid and blind and ${isOpen} and reveal = 'after_task'
      and exists (select ${ownReviews})
    union
    select t.id from reviewers v join review_tasks t on t.workspace_id = v.workspace_id
    where :claims::boolean and v.workspace_id = :workspaceId::uuid and v.id = :reviewerId::uuid
      and t.blind and ${isOpen}
      and (v.projects is null or t.project_id = any(v.projects))
      and (t.required_credentials = '{}' or t.required_credentials && v.credentials)
      and (t.specialty is null or t.specialty is not distinct from v.specialty)
      and not exists (
        select from review_exclusions e
        where e.workspace_id = t.workspace_id and e.task_id = t.id and e.reviewer_id = v.id
      )
      and ${openSlotsFor("t", "v.id")} > 0
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
  caller: BlindCaller,
  and = "",
  bindings: Readonly<Record<string, Knex.RawBinding>> = {},
): Knex.Raw | undefined {
  return blindRows(db, caller, `select s.sample_id ${waiting} ${and}`, bindings);
}

/** Returns a statement with the parameters of {@link waiting}; undefined if the API key acts as no reviewer. */
function blindRows(
  db: Knex,
  { workspaceId, reviewerId, scopes }: BlindCaller,
  statement: string,
  bindings: Readonly<Record<string, Knex.RawBinding>>,
): Knex.Raw | undefined {
  if (reviewerId === null) return undefined;
  // A key that manages tasks could assign them to its reviewer in any case.
  return db.raw(statement, { workspaceId, reviewerId, claims: !scopes.has("reviews:write"), ...bindings });
}

/** Returns what the caller sees of those of the given samples that they have yet to review blind, by sample UUID. */
export async function findMasks(
  db: Knex,
  caller: BlindCaller,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, SampleMask>> {
  const statement = `select s.sample_id, t.shown_metadata, t.shown_fields ${waiting} and s.sample_id = any(:ids::uuid[])`;
  const blind = blindRows(db, caller, statement, { ids: [...sampleIds] });
  if (!blind || sampleIds.length === 0) return new Map();
  const { rows } = await blind.then((result: { rows: MaskRow[] }) => result);
  return masksBySample(
    rows.map((row) => ({
      sample: row.sample_id,
      mask: { metadata: row.shown_metadata, fields: row.shown_fields },
    })),
  );
}

/** Returns the tasks that hide samples from the caller, by sample. */
export async function findHidingTasks(
  db: Knex,
  caller: BlindCaller,
  sampleIds: readonly string[],
): Promise<readonly HidingTask[]> {
  if (sampleIds.length === 0) return [];
  const statement = `select t.id, t.sample_count - (select count(*) ${ownReviews}) as left,
    exists (select ${ownReviews} and r.sample_id = s.sample_id) as has_reviewed
    ${waiting} and s.sample_id = any(:ids::uuid[])`;
  const blind = blindRows(db, caller, statement, { ids: [...sampleIds] });
  if (!blind) return [];
  const { rows } = await blind.then((result: { rows: HidingRow[] }) => result);
  return rows.map(({ id, left, has_reviewed: hasReviewed }) => ({
    task: formatId("review_task", id),
    hasReviewed,
    left: Number(left),
  }));
}

interface HidingRow {
  id: string;
  left: string | number;
  has_reviewed: boolean;
}

interface MaskRow {
  sample_id: string;
  shown_metadata: SampleMask["metadata"];
  shown_fields: SampleMask["fields"];
}

/** Excludes rows of samples whose external id is hidden from the caller. The column `id` contains the sample's id. */
export function hideExternalIds<Q extends Knex.QueryBuilder>(query: Q, db: Knex, caller: BlindCaller): Q {
  const hidden = blindSamples(db, caller, "and not 'external_id' = any(t.shown_fields)");
  if (hidden) query.whereRaw("id not in (?)", [hidden]);
  return query;
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

/** The columns of a table with samples that belong to owners, such as datasets. */
interface OwnedSamples {
  table: string;
  owner: string;
  sample: string;
}

/** Returns those of the given owners that have at least one sample that the caller has yet to review blind. */
async function findBlindOwners(
  db: Knex,
  caller: BlindCaller,
  { table, owner, sample }: OwnedSamples,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const blind = blindSamples(db, caller);
  if (!blind || ids.length === 0) return new Set();
  const rows: { id: string }[] = await db(table)
    .where({ workspace_id: caller.workspaceId })
    .whereRaw("?? = any(?::uuid[])", [owner, [...ids]])
    .whereRaw("?? in (?)", [sample, blind])
    .distinct({ id: owner });
  return new Set(rows.map(({ id }) => id));
}

const scoredSamples = { table: "sample_scores", owner: "evaluation_id", sample: "sample_id" };
const datasetSamples = { table: "samples", owner: "dataset_id", sample: "id" };

/**
 * Returns those of the given evaluations that have scored at least one sample that the caller has yet to
 * review blind.
 */
export const findBlindEvaluations = (db: Knex, caller: BlindCaller, ids: readonly string[]) =>
  findBlindOwners(db, caller, scoredSamples, ids);

/** Returns those of the given datasets that contain a sample that the caller has yet to review blind. */
export const findBlindDatasets = (db: Knex, caller: BlindCaller, ids: readonly string[]) =>
  findBlindOwners(db, caller, datasetSamples, ids);

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
  refuseHidden(await findHidingTasks(db, caller, sampleIds));
  if (projectId !== undefined && (await blindInProject(db, caller, projectId))) throw blindPending();
}
