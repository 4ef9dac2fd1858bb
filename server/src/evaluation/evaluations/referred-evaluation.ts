import { parseId } from "@assay/contract/platform/ids";
import { existingReference } from "@assay/contract/platform/requests/existing";
import type { Knex } from "knex";
import type { Reach } from "../../workspace/access/reach.ts";
import { type EvaluationRow, findEvaluation } from "./evaluation-queries.ts";

/**
 * Returns the evaluation that a request names at `path`.
 *
 * @throws {ApiError} 422 if the caller cannot access the evaluation.
 */
export async function requireEvaluation(
  db: Knex,
  reach: Reach,
  { named, path = "/evaluation" }: { named: string; path?: string },
): Promise<EvaluationRow> {
  const id = parseId("evaluation", named);
  const evaluation = id && (await findEvaluation(db, reach, id));
  return existingReference(evaluation || undefined, "evaluation", { id: named, path });
}
