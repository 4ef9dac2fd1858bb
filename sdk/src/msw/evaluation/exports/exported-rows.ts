import { exportedRows } from "@assay/contract/evaluation/exports/exported-rows";
import type { ExportRecord } from "@assay/contract/export-files";
import { keysOfEvaluators } from "@assay/contract/domain";
import { evaluatedAt } from "../evaluations/evaluation-run.ts";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/** Returns the rows for an export of completed evaluations, in the server's order. */
export function rowsOfEvaluations(
  evaluations: readonly EvaluationRow[],
  call: EvaluationCall,
): ExportRecord[] {
  const credentialsOf = (review: string) => call.caller.workspace.reviews.get(review)?.credentials;
  return evaluations.flatMap((evaluation) => {
    const keys = keysOfEvaluators(evaluation.evaluators);
    return evaluation.evaluated.flatMap((sampleRow, index) =>
      exportedRows(evaluation, sampleRow, {
        keys,
        createdAt: evaluatedAt(evaluation, index, call),
        credentialsOf,
      }),
    );
  });
}
