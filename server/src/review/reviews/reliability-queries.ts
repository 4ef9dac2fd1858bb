import type { Credential } from "@assay/contract/workspace/credentials";
import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { formatId } from "@assay/contract/platform/ids";
import type { DimensionGrade, HeldGrade } from "@assay/contract/domain";
import type { Knex } from "knex";

/** A database row with one reviewer's grade for one sample. */
interface StoredGrade {
  sample_id: string;
  external_id: string | null;
  reviewer_id: string;
  name: string;
  credentials: Credential[];
  value: HeldGrade;
  blind: boolean;
  submitted_at: Date;
}

/** Lists the rubrics of a project, newest first. */
export async function rubricsOfProject(
  db: Knex,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
): Promise<{ id: string; dimensions: RubricDimension[] }[]> {
  const rows: { id: string; dimensions: RubricDimension[] }[] = await db("rubrics")
    .where({ workspace_id: workspaceId, project_id: projectId })
    .orderBy([{ column: "created_at", order: "desc" }, { column: "id" }])
    .select("id", "dimensions");
  return rows.map(({ id, dimensions }) => ({ id: formatId("rubric", id), dimensions }));
}

/**
 * Selects the grades on one dimension. Blind tasks contribute the first revision of each review, which was
 * written before the reviewer could see any results. Other tasks, if included, contribute the current
 * revision.
 */
const grades = `
  select r.sample_id, s.external_id, r.reviewer_id, v.name, r.credentials,
    g.grades -> :dimension -> 'value' as value, t.blind, g.submitted_at
  from reviews r
  join review_tasks t on t.workspace_id = r.workspace_id and t.id = r.task_id
  join reviewers v on v.workspace_id = r.workspace_id and v.id = r.reviewer_id
  join review_revisions g on g.workspace_id = r.workspace_id and g.review_id = r.id
    and g.revision = case when t.blind then 1 else r.revision end
  cross join lateral (
    select external_id from samples
    where workspace_id = r.workspace_id and id = r.sample_id order by valid_from desc limit 1
  ) s
  where r.workspace_id = :workspaceId::uuid and r.rubric_id = :rubricId::uuid
    and g.submitted_at > :since and (t.blind or :includeUnblinded::boolean)
    and g.grades -> :dimension is not null`;

/** Finds all grades on a dimension of a rubric that were submitted after a given time. */
export async function findGrades(
  db: Knex,
  filter: {
    workspaceId: string;
    rubricId: string;
    dimension: string;
    since: Date;
    includeUnblinded: boolean;
  },
): Promise<DimensionGrade[]> {
  const { rows } = await db.raw<{ rows: StoredGrade[] }>(grades, filter);
  return rows.map((row) => ({
    sample: { id: formatId("sample", row.sample_id), externalId: row.external_id },
    reviewer: { id: formatId("reviewer", row.reviewer_id), name: row.name, credentials: row.credentials },
    value: row.value,
    blind: row.blind,
    submittedAt: row.submitted_at.getTime(),
  }));
}
