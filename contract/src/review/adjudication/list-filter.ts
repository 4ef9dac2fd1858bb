// Refuses unknown values in the filters of disagreements, adjudications and reference labels. Without a refusal, an empty list
// would look like agreement.
import { existing, existingReference } from "../../platform/requests/existing.ts";
import { quoted } from "../../wire/http/quote.ts";
import { dimensionNotFound, inOtherProject } from "../review-refusals.ts";
import type { RubricRecord } from "../rubrics/rubric-rules.ts";
import type { TaskRecord } from "../tasks/task-record.ts";

/** The members of a query that name objects. */
export interface NamingFilter {
  project?: string | undefined;
  rubric?: string | undefined;
  task?: string | undefined;
  dimension?: string | undefined;
}

/** The objects that a query names, if the caller can access them. */
export interface FilterObjects {
  project: object | undefined;
  rubric: Pick<RubricRecord, "project"> | undefined;
  task: Pick<TaskRecord, "project"> | undefined;
  /** Ids of the dimensions of the rubric; without a rubric, of all rubrics in the project or in reach. */
  dimensions: readonly string[];
}

/**
 * Requires the objects that a query names.
 *
 * @throws {ApiError} 404 for the project; 422 for a rubric, a task or a dimension that is unknown, not accessible or in
 *   another project.
 */
export function checkListFilter(found: FilterObjects, query: NamingFilter): void {
  const { project, rubric, task, dimension } = query;
  if (project !== undefined) existing(found.project, "project", project);
  const requireOwn = ownerCheck(project);
  if (rubric !== undefined) requireOwn(found.rubric, "rubric", { id: rubric, path: "query/rubric" });
  if (task !== undefined) requireOwn(found.task, "review_task", { id: task, path: "query/task" });
  if (dimension !== undefined && !found.dimensions.includes(dimension))
    throw dimensionNotFound(dimension, found.dimensions, "query/dimension");
}

const nouns = { rubric: "Rubric", review_task: "Review task" };

/** Returns a function that requires an object, and that it belongs to the project, if one is given. */
const ownerCheck =
  (project: string | undefined) =>
  (
    found: { project: string } | undefined,
    kind: "rubric" | "review_task",
    named: { id: string; path: string },
  ) => {
    const { project: owner } = existingReference(found, kind, named);
    if (project !== undefined && owner !== project)
      throw inOtherProject(named.path, `${nouns[kind]} ${quoted(named.id)}`, project);
  };
