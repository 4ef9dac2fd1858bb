import type { RubricDimension } from "@assay/contract/review/rubrics/rubric-dimensions";
import { formatId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import type { GradePiece } from "./thread/reliability-work.ts";

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
 * Selects the grades on one dimension. Each review contributes the revision that `countedRevision` of
 * `contract/src/review/reveal/reveal-rules.ts` returns. Reviews of tasks that are not blind contribute only if included.
 */
const grades = `
  select r.id, r.sample_id, s.external_id, r.reviewer_id, v.name, r.credentials,
    g.grades -> :dimension -> 'value' as value, t.blind, t.origin = 'import' as imported,
    g.submitted_at
  from reviews r
  join review_tasks t on t.workspace_id = r.workspace_id and t.id = r.task_id
  join reviewers v on v.workspace_id = r.workspace_id and v.id = r.reviewer_id
  cross join lateral (
    select revision, grades, submitted_at from review_revisions
    where workspace_id = r.workspace_id and review_id = r.id
      and not coalesce(after_reveal, revision > 1 and t.blind and t.origin = 'review')
    order by revision desc limit 1
  ) g
  cross join lateral (
    select external_id from samples
    where workspace_id = r.workspace_id and id = r.sample_id order by valid_from desc limit 1
  ) s
  where r.workspace_id = :workspaceId::uuid and r.rubric_id = :rubricId::uuid
    and g.submitted_at > :since and (t.blind or :includeUnblinded::boolean)
    and g.grades -> :dimension is not null`;

/** Selects the grades on a dimension of a rubric that were submitted after a given time. */
interface GradeFilter {
  workspaceId: string;
  rubricId: string;
  dimension: string;
  since: Date;
  includeUnblinded: boolean;
}

// A reviewer can grade a sample in several tasks, but only one of these grades counts. An imported grade counts only if
// Assay recorded no grade.
const gradePairs = `
  select coalesce(sum(raters * (raters - 1) / 2), 0)::float8 as pairs
  from (
    select count(*) as raters from (
      select sample_id from (${grades}) as graded group by sample_id, reviewer_id
      having bool_or(value::text <> 'null' and not imported)
        or (bool_and(imported) and bool_or(value::text <> 'null'))
    ) as counted group by sample_id
  ) as samples`;

/** Counts the pairs of grades of the same sample by different reviewers. */
export async function countGradePairs(db: Knex, filter: GradeFilter): Promise<number> {
  const { rows } = await db.raw<{ rows: { pairs: number }[] }>(gradePairs, { ...filter });
  return rows[0]?.pairs ?? 0;
}

/** Number of grades that one statement reads. */
const pageSize = 10_000;

const first = "00000000-0000-0000-0000-000000000000";

const page = `
  with page as materialized (select * from (${grades} and r.id > :after::uuid) as found order by id limit ${pageSize})
  select count(*)::int as count, (array_agg(id order by id desc))[1] as last,
    json_agg(json_build_array(sample_id, external_id, reviewer_id, name, credentials, value, blind, imported,
      floor(extract(epoch from submitted_at) * 1000)))::text as grades
  from page`;

interface GradePage extends GradePiece {
  count: number;
  /** Id of the last review. */
  last: string;
}

/** Yields all grades on a dimension of a rubric that were submitted after a given time. */
export async function* readGrades(db: Knex, filter: GradeFilter): AsyncGenerator<GradePiece> {
  let found: GradePage | undefined;
  do {
    const after: string = found?.last ?? first;
    const { rows } = await db.raw<{ rows: GradePage[] }>(page, { ...filter, after });
    found = rows[0];
    if (!found || found.count === 0) return;
    yield { grades: found.grades };
  } while (found.count === pageSize);
}
