import { reaches } from "../../workspace/reach.ts";
import type { ReviewCaller, RubricRow } from "../review-tables.ts";

/** A rubric that the caller can reach, or undefined. */
export function findRubric(caller: ReviewCaller, id: string): RubricRow | undefined {
  const rubric = caller.workspace.rubrics.get(id);
  return rubric && reaches(caller, rubric.project) ? rubric : undefined;
}
