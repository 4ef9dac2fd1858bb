import { checkListFilter, type NamingFilter } from "@assay/contract/review/adjudication/list-filter";
import { findReached, listReached } from "@assay/contract/workspace/reached-rows";
import { findProject } from "../../workspace/reach.ts";
import type { ReviewCaller } from "../review-tables.ts";
import { findTask } from "../tasks/review-task-handlers.ts";

/**
 * Requires the objects that the query of an empty page names. A row would show that they exist and belong together.
 *
 * @throws {ApiError} for refusals by `checkListFilter`.
 */
export function requireNamed(caller: ReviewCaller, query: NamingFilter): void {
  const { project, rubric: named, task } = query;
  const { rubrics } = caller.workspace;
  const rubric = named === undefined ? undefined : findReached(caller, rubrics, named);
  const graded = rubric ? [rubric] : listReached(caller, rubrics, { project });
  const dimensions = graded.flatMap((one) => one.dimensions.map(({ id }) => id));
  checkListFilter(
    {
      project: project === undefined ? undefined : findProject(caller, project),
      rubric,
      task: task === undefined ? undefined : findTask(caller, task),
      dimensions: [...new Set(dimensions)].toSorted(),
    },
    query,
  );
}
