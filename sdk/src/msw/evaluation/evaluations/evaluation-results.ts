import { resultRecords } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { ResultRecord } from "@assay/contract/evaluation/evaluations/evaluation-record";
import { selectedResults } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { listsResult } from "@assay/contract/evaluation/evaluations/outcomes/listed-results";
import { resultToWire } from "@assay/contract/evaluation/evaluations/evaluation-wire";
import { blindSamples } from "../../workspace/blind-access.ts";
import { evaluatedAt, evaluationNow } from "./evaluation-run.ts";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

type ResultQuery = Parameters<EvaluationHandlers<"evaluations">["results"]>[0]["query"];

const datasetKey = ({ sampleId, position, run }: ResultRecord) => [sampleId, position, run];
const scoreKey = ({ score, sampleId, run }: ResultRecord) => [score ?? 0, sampleId, run];

/** Yields the current results that match a filter, in dataset order and without blind samples. */
function* matchingResults(
  row: EvaluationRow,
  query: ResultQuery,
  call: EvaluationCall,
): Generator<ResultRecord> {
  const filters = { ...query, ...selectedResults(row.evaluators, query) };
  const blind = blindSamples(call.caller);
  for (const [index, sampleRow] of row.evaluated.slice(0, evaluationNow(row, call).processed).entries()) {
    if (blind.has(sampleRow.sample.id)) continue;
    for (const result of resultRecords(row, sampleRow, evaluatedAt(row, index, call)))
      if (listsResult(filters, result)) yield result;
  }
}

/**
 * Returns a page of an evaluation's results.
 *
 * @throws {ApiError} 400 for an unknown evaluator, or a query that does not fit the order.
 */
export function resultPage(row: EvaluationRow, query: ResultQuery, call: EvaluationCall) {
  const keyOf = query.order === "score" ? scoreKey : datasetKey;
  const list = {
    list: "evaluation_results",
    filter: { evaluation: row.id },
    toWire: resultToWire(row),
    keyOf,
  };
  return sortedPage(matchingResults(row, query, call), query, list);
}
