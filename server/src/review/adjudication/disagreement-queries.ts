import type { DisagreementRecord } from "@assay/contract/review/adjudication/disagreements/disagreement-wire";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { type BlindCaller, hideBlind } from "../../workspace/access/blind-access.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";

/** A database row of a disagreement. */
interface StoredDisagreement {
  project_id: string;
  rubric_id: string;
  sample_id: string;
  dimension: string;
  spread: number;
  adjudication_id: string | null;
  external_id: string | null;
}

/** A disagreement without its grades. */
export type DisagreementRow = Omit<DisagreementRecord, "grades">;

/** The filters of a page of disagreements, and the position at which the page starts. All ids are UUIDs. */
export interface DisagreementPage {
  projectId: string;
  rubricId: string | undefined;
  taskId: string | undefined;
  dimension: string | undefined;
  minSpread: number | undefined;
  adjudicated: boolean | undefined;
  includeUnblinded: boolean;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

const ofTask = `exists (
  select from review_tasks t
  join review_task_samples s on s.workspace_id = t.workspace_id and s.task_id = t.id
  where t.workspace_id = rated_dimensions.workspace_id and t.id = ?::uuid
    and t.rubric_id = rated_dimensions.rubric_id and s.sample_id = rated_dimensions.sample_id
)`;

/** The latest external id of the sample of a row; null if its dataset was deleted. */
const latestExternalId = `(
  select external_id from samples
  where workspace_id = rated_dimensions.workspace_id and id = rated_dimensions.sample_id
  order by valid_from desc limit 1
) as external_id`;

/**
 * Lists disagreements, greatest spread first. Reads one row more than the page, to detect whether a next page exists.
 * Omits samples that the caller still has to review blind.
 */
export async function listDisagreements(
  db: Knex,
  caller: Reach & BlindCaller,
  page: DisagreementPage,
): Promise<DisagreementRow[]> {
  const column = page.includeUnblinded ? "unblinded_spread" : "spread";
  const query = hideBlind(withinReach(db("rated_dimensions"), caller), { db, caller })
    .where({ project_id: page.projectId })
    .whereNotNull(column);
  if (page.rubricId !== undefined) query.where({ rubric_id: page.rubricId });
  if (page.dimension !== undefined) query.where({ dimension: page.dimension });
  if (page.taskId !== undefined) query.whereRaw(ofTask, [page.taskId]);
  if (page.minSpread !== undefined) query.whereRaw(`-${column} <= -(?::float8)`, [page.minSpread]);
  if (page.adjudicated !== undefined)
    query.whereRaw(`adjudication_id is ${page.adjudicated ? "not " : ""}null`);
  if (page.position)
    query.whereRaw(`(-${column}, sample_id, dimension, rubric_id) > (?::float8, ?::uuid, ?::text, ?::uuid)`, [
      ...page.position,
    ]);
  const rows: StoredDisagreement[] = await query
    .orderByRaw(`-${column}, sample_id, dimension, rubric_id`)
    .limit(page.limit + 1)
    .select("project_id", "rubric_id", "sample_id", "dimension", "adjudication_id", { spread: column })
    .select(db.raw(latestExternalId));
  return rows.map((row) => ({
    project: formatId("project", row.project_id),
    sample: formatId("sample", row.sample_id),
    externalId: row.external_id,
    rubric: formatId("rubric", row.rubric_id),
    dimension: row.dimension,
    spread: row.spread,
    adjudication: row.adjudication_id && formatId("adjudication", row.adjudication_id),
  }));
}

/** Returns the latest external ids of samples by public id. The given ids are UUIDs. */
export async function externalIdsOf(
  db: Knex,
  workspaceId: string,
  sampleIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await db.raw<{ rows: { id: string; external_id: string | null }[] }>(
    `select given.id, s.external_id from unnest(?::uuid[]) as given (id)
     cross join lateral (
       select external_id from samples where workspace_id = ?::uuid and id = given.id
       order by valid_from desc limit 1
     ) s`,
    [[...sampleIds], workspaceId],
  );
  return new Map(rows.map(({ id, external_id }) => [formatId("sample", id), external_id]));
}
