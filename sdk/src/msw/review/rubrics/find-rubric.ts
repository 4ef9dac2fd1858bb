import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import { reaches } from "../../workspace/reach.ts";
import type { ReviewCaller } from "../review-tables.ts";

/** Finds a rubric within the caller's reach. */
export function findRubric(caller: ReviewCaller, id: string): RubricRecord | undefined {
  const rubric = caller.workspace.rubrics.get(id);
  return rubric && reaches(caller, rubric.project) ? rubric : undefined;
}
