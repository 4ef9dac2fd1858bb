import { resultRecords } from "@assay/contract/evaluation/evaluations/evaluated-samples";
import type { ResultRecord } from "@assay/contract/evaluation/evaluations/evaluation-record";
import { evaluatorPosition } from "@assay/contract/evaluation/evaluations/evaluation-rules";
import { resultToWire } from "@assay/contract/evaluation/evaluations/evaluation-wire";
import { blindSamples } from "../../workspace/blind-access.ts";
import { evaluatedAt, evaluationNow } from "./evaluation-run.ts";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import type { EvaluationRow } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationHandlers } from "../evaluation-tables.ts";

type ResultQuery = Parameters<EvaluationHandlers<"evaluations">["results"]>[0]["query"];

const resultKey = ({ sampleId, position }: ResultRecord) => [sampleId, position];

/** Yields the current results that match a filter, in dataset order and without blind samples. */
function* matchingResults(
  row: EvaluationRow,
  { evaluator, score_below: scoreBelow, flagged }: ResultQuery,
  call: EvaluationCall,
): Generator<ResultRecord> {
  const wanted = evaluator === undefined ? undefined : evaluatorPosition(row.evaluators, evaluator);
  const blind = blindSamples(call.caller);
  for (const [index, sampleRow] of row.evaluated.slice(0, evaluationNow(row, call).processed).entries()) {
    if (blind.has(sampleRow.sample.id)) continue;
    for (const result of resultRecords(row, sampleRow, evaluatedAt(row, index, call))) {
      const score = result.effectiveScore ?? result.score;
      if (wanted !== undefined && result.position !== wanted) continue;
      if (scoreBelow !== undefined && (score === null || score >= scoreBelow)) continue;
      if (flagged === undefined || result.flagged === flagged) yield result;
    }
  }
}

/** Returns a page of an evaluation's results. @throws {ApiError} 400 for an unknown evaluator. */
export function resultPage(row: EvaluationRow, query: ResultQuery, call: EvaluationCall) {
  const { evaluator, score_below: scoreBelow, flagged } = query;
  const filter = { evaluation: row.id, evaluator, score_below: scoreBelow, flagged };
  const list = { list: "evaluation_results", filter, toWire: resultToWire(row), keyOf: resultKey };
  return sortedPage(matchingResults(row, query, call), query, list);
}
