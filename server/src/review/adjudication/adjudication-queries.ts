import type {
  AdjudicationParts,
  AdjudicationRecord,
} from "@assay/contract/review/adjudication/adjudication-record";
import type { Credential } from "@assay/contract/workspace/credentials";
import { withoutAbsent } from "@assay/contract/domain";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { newestFirst } from "../../platform/http/request/page.ts";
import { type BlindCaller, hideBlind } from "../../workspace/access/blind-access.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";

/** A database row of an adjudication. */
interface StoredAdjudication {
  id: string;
  project_id: string;
  task_id: string;
  sample_id: string;
  rubric_id: string;
  adjudicator_id: string;
  credentials: Credential[];
  grades: Record<string, unknown>;
  notes: string | null;
  basis: { review: string; revision: number }[];
  supersedes_id: string | null;
  created_at: Date;
}

/** An adjudication with the additional members that responses contain. */
export type ShownAdjudication = AdjudicationRecord & AdjudicationParts;

const idOrNull = (uuid: string | null): string | null => uuid && formatId("adjudication", uuid);

const recordOf = (row: StoredAdjudication): AdjudicationRecord => ({
  id: formatId("adjudication", row.id),
  project: formatId("project", row.project_id),
  task: formatId("review_task", row.task_id),
  sample: formatId("sample", row.sample_id),
  rubric: formatId("rubric", row.rubric_id),
  adjudicator: formatId("reviewer", row.adjudicator_id),
  credentials: row.credentials,
  grades: row.grades,
  notes: row.notes,
  basis: row.basis,
  supersedes: idOrNull(row.supersedes_id),
  createdAt: row.created_at.getTime(),
});

const supersededBy = `(
  select later.id from adjudications later
  where later.workspace_id = adjudications.workspace_id and later.supersedes_id = adjudications.id
) as superseded_by`;

const adjudicatorName = `(
  select name from reviewers r
  where r.workspace_id = adjudications.workspace_id and r.id = adjudications.adjudicator_id
) as adjudicator_name`;

const isPresent = `not exists (
  select from adjudications later
  where later.workspace_id = adjudications.workspace_id and later.supersedes_id = adjudications.id
)`;

async function readShown(db: Knex, query: Knex.QueryBuilder): Promise<ShownAdjudication[]> {
  const rows: (StoredAdjudication & { superseded_by: string | null; adjudicator_name: string })[] =
    await query.select("adjudications.*", db.raw(supersededBy), db.raw(adjudicatorName));
  return rows.map((row) => ({
    ...recordOf(row),
    adjudicatorName: row.adjudicator_name,
    supersededBy: idOrNull(row.superseded_by),
  }));
}

/** Stores an adjudication. */
export async function insertAdjudication(
  tx: Tx,
  workspaceId: string,
  record: AdjudicationRecord,
): Promise<void> {
  await tx("adjudications").insert({
    workspace_id: workspaceId,
    id: uuidOf("adjudication", record.id),
    project_id: uuidOf("project", record.project),
    task_id: uuidOf("review_task", record.task),
    sample_id: uuidOf("sample", record.sample),
    rubric_id: uuidOf("rubric", record.rubric),
    adjudicator_id: uuidOf("reviewer", record.adjudicator),
    credentials: record.credentials,
    grades: JSON.stringify(record.grades),
    notes: record.notes,
    basis: JSON.stringify(record.basis),
    supersedes_id: record.supersedes && uuidOf("adjudication", record.supersedes),
    created_at: new Date(record.createdAt),
  });
}

/** Finds an adjudication within the caller's reach. */
export async function findAdjudication(
  db: Knex,
  reach: Reach,
  id: string,
): Promise<ShownAdjudication | undefined> {
  const [found] = await readShown(db, withinReach(db("adjudications"), reach).where({ id }));
  return found;
}

/** Samples with a rubric. All ids are UUIDs. */
interface SamplesKey {
  workspaceId: string;
  rubricIds: readonly string[];
  sampleIds: readonly string[];
}

/** Lists the adjudications of some samples with some rubrics that are not superseded. */
export async function presentAdjudications(
  db: Knex,
  { workspaceId, rubricIds, sampleIds }: SamplesKey,
): Promise<AdjudicationRecord[]> {
  const rows: StoredAdjudication[] = await db("adjudications")
    .where({ workspace_id: workspaceId })
    .whereRaw("sample_id = any(?::uuid[]) and rubric_id = any(?::uuid[])", [[...sampleIds], [...rubricIds]])
    .whereRaw(isPresent)
    .select("adjudications.*");
  return rows.map(recordOf);
}

/** The filters of a page of adjudications, and the position at which the page starts. */
export interface AdjudicationPage {
  filter: Record<"project_id" | "task_id" | "sample_id" | "rubric_id" | "adjudicator_id", string | undefined>;
  current: boolean | undefined;
  limit: number;
  position: readonly (string | number)[] | undefined;
}

/**
 * Lists adjudications, newest first. Reads one row more than the page, to detect whether a next page exists. Omits
 * samples that the caller still has to review blind.
 */
export async function listAdjudications(
  db: Knex,
  caller: Reach & BlindCaller,
  { filter, current, limit, position }: AdjudicationPage,
): Promise<ShownAdjudication[]> {
  const query = hideBlind(withinReach(db("adjudications"), caller).where(withoutAbsent(filter)), {
    db,
    caller,
  });
  if (current !== undefined) query.whereRaw(current ? isPresent : `not ${isPresent}`);
  return readShown(db, newestFirst(query, limit, position));
}
