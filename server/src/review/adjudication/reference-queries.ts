import type { ReferenceSource } from "@assay/contract/review/adjudication/reference-labels";
import { formatId } from "@assay/contract/platform/ids";
import { withoutAbsent } from "@assay/contract/domain";
import type { Knex } from "knex";
import { type BlindCaller, hideBlind } from "../../workspace/access/blind-access.ts";
import { type Reach, withinReach } from "../../workspace/access/reach.ts";

/** A sample with a rubric and a dimension for which a reference label exists. */
export interface LabeledDimension {
  sample: string;
  rubric: string;
  dimension: string;
}

/** The filters of a page of reference labels, and the position at which the page starts. All ids are UUIDs. */
export interface ReferencePage {
  filter: {
    project_id: string | undefined;
    rubric_id: string | undefined;
    dimension: string | undefined;
    label: ReferenceSource | undefined;
  };
  limit: number;
  position: readonly (string | number)[] | undefined;
}

/**
 * Lists the dimensions with a reference label, by rubric, sample and dimension. Reads one row more than the page, to
 * detect whether a next page exists. Omits samples that the caller still has to review blind.
 */
export async function listReferences(
  db: Knex,
  caller: Reach & BlindCaller,
  { filter, limit, position }: ReferencePage,
): Promise<LabeledDimension[]> {
  const query = hideBlind(withinReach(db("rated_dimensions"), caller).where(withoutAbsent(filter)), {
    db,
    caller,
  }).whereNotNull("label");
  if (position)
    query.whereRaw("(rubric_id, sample_id, dimension) > (?::uuid, ?::uuid, ?::text)", [...position]);
  const rows: { sample_id: string; rubric_id: string; dimension: string }[] = await query
    .orderBy(["rubric_id", "sample_id", "dimension"])
    .limit(limit + 1)
    .select("sample_id", "rubric_id", "dimension");
  return rows.map((row) => ({
    sample: formatId("sample", row.sample_id),
    rubric: formatId("rubric", row.rubric_id),
    dimension: row.dimension,
  }));
}

/** Selects the samples of a dataset that have a reference label. All ids are UUIDs. */
export interface LabeledFilter {
  workspaceId: string;
  rubricId: string;
  dimension: string;
  sources: readonly ReferenceSource[];
  datasetId: string;
}

/** Lists the ids of samples of a dataset with a reference label, in ascending order. @param after starts after this id. */
export async function listLabeledSamples(
  db: Knex,
  { workspaceId, rubricId, dimension, sources, datasetId }: LabeledFilter,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { sample_id: string }[] }>(
    `select d.sample_id from rated_dimensions d
     where d.workspace_id = ?::uuid and d.rubric_id = ?::uuid and d.dimension = ? and d.label = any(?::text[])
       and d.sample_id > ?::uuid
       and exists (
         select from samples s
         where s.workspace_id = d.workspace_id and s.id = d.sample_id and s.dataset_id = ?::uuid
           and s.valid_until is null
       )
     order by d.sample_id limit ?`,
    [workspaceId, rubricId, dimension, [...sources], after, datasetId, limit],
  );
  return rows.map(({ sample_id: id }) => id);
}
