import { checkListFilter, type NamingFilter } from "@assay/contract/review/adjudication/list-filter";
import { parseId } from "@assay/contract/platform/ids";
import type { Knex } from "knex";
import { idFilter, idOrNone } from "../../platform/http/request/id-filter.ts";
import type { Reach } from "../../workspace/access/reach.ts";
import { findProject } from "../../workspace/projects/project-queries.ts";
import { findRubric, listDimensionIds } from "../rubrics/rubric-queries.ts";
import { findTask } from "../tasks/task-queries.ts";

/**
 * Requires the objects that a query names. A list calls this only if no row matches, because a row shows that these objects
 * exist and belong together.
 *
 * @throws {ApiError} the refusals of `checkListFilter`.
 */
export async function requireNamed(db: Knex, reach: Reach, query: NamingFilter): Promise<void> {
  const { project, rubric, task, dimension } = query;
  const projectId = project === undefined ? undefined : parseId("project", project);
  const filter = { projectId: idFilter("project", project), rubricId: idFilter("rubric", rubric) };
  checkListFilter(
    {
      project: projectId === undefined ? undefined : await findProject(db, reach, projectId),
      rubric: rubric === undefined ? undefined : await findRubric(db, reach, idOrNone("rubric", rubric)),
      task: task === undefined ? undefined : await findTask(db, reach, idOrNone("review_task", task)),
      dimensions: dimension === undefined ? [] : await listDimensionIds(db, reach, filter),
    },
    query,
  );
}
