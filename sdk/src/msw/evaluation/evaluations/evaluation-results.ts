import { evaluatorNotRun } from "@assay/contract/evaluation/evaluations/evaluation-refusals";
import { evaluatorKeys, type Outcome } from "@assay/contract/domain";
import { blindSamples } from "../../workspace/blind-review.ts";
import { effectiveOutcome, judgedAt, viewOf } from "./evaluation-run.ts";
import { instant, pageOf } from "../../platform/http/paging.ts";
import type { EvaluationRow, JudgedSample } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationState } from "../evaluation-tables.ts";

interface ResultRow {
  judged: JudgedSample;
  /** As the evaluator gave it. */
  outcome: Outcome;
  /** With a reviewer's score in place of the evaluator's, where that is overridden. */
  effective: Outcome;
  overriddenBy: string | null;
  position: number;
  at: number;
}

const keyOf = ({ judged, position }: ResultRow) => [judged.sample.id, position];

/** The results so far, in data set order. */
function resultRows(row: EvaluationRow, state: EvaluationState): ResultRow[] {
  const { processed } = viewOf(row, state);
  return row.judged.slice(0, processed).flatMap((judged, place) => {
    const at = judgedAt(row, place, state);
    const overrides = row.effective.get(judged.sample.id)?.results;
    return judged.outcomes.map((outcome, position) => {
      const effective = effectiveOutcome(row, judged, position) ?? outcome;
      return {
        judged,
        outcome,
        effective,
        overriddenBy: overrides?.[position]?.overriddenBy ?? null,
        position,
        at,
      };
    });
  });
}

const scored = (outcome: Outcome) => (outcome.status === "scored" ? outcome : undefined);

const resultToWire = (keys: readonly string[]) => (row: ResultRow) => {
  const { judged, outcome, effective, position, at } = row;
  const flagged = scored(outcome)?.flagged ?? false;
  return {
    object: "evaluation_result" as const,
    sample_id: judged.sample.id,
    external_id: judged.sample.externalId,
    evaluator: keys[position] ?? String(position),
    status: outcome.status,
    score: scored(effective)?.score ?? null,
    original_score: scored(outcome)?.score ?? null,
    overridden_by: row.overriddenBy,
    passed: scored(effective)?.passed ?? null,
    output: judged.output,
    expected: judged.sample.expected,
    details: outcome.details,
    flagged,
    ...(flagged && { flag_reason: scored(outcome)?.flag_reason ?? "flagged" }),
    created_at: instant(at),
  };
};

interface ResultQuery {
  evaluator?: string | undefined;
  score_below?: number | undefined;
  flagged?: boolean | undefined;
  limit: number;
  after?: string | undefined;
}

/** The results so far that meet a filter, without those of samples that the caller has still to review blind. */
function* matchingResults(
  row: EvaluationRow,
  query: ResultQuery,
  call: EvaluationCall,
): Generator<ResultRow> {
  const { evaluator, score_below: scoreBelow = Infinity, flagged } = query;
  const keys = evaluatorKeys(row.evaluators).keys ?? [];
  if (evaluator !== undefined && !keys.includes(evaluator)) throw evaluatorNotRun(evaluator, keys);
  const blind = blindSamples(call.caller);
  for (const result of resultRows(row, call)) {
    const score = scored(result.effective)?.score ?? null;
    if (blind.has(result.judged.sample.id)) continue;
    if (evaluator !== undefined && keys[result.position] !== evaluator) continue;
    if (scoreBelow !== Infinity && (score === null || score >= scoreBelow)) continue;
    if (flagged !== undefined && (scored(result.outcome)?.flagged ?? false) !== flagged) continue;
    yield result;
  }
}

/** A page of an evaluation's results. @throws {ApiError} 400 when it has no such evaluator. */
export function resultPage(row: EvaluationRow, query: ResultQuery, call: EvaluationCall) {
  const { evaluator, score_below: scoreBelow, flagged } = query;
  const filter = { evaluation: row.id, evaluator, score_below: scoreBelow, flagged };
  const keys = evaluatorKeys(row.evaluators).keys ?? [];
  const list = { list: "evaluation_results", filter, toWire: resultToWire(keys), keyOf };
  return pageOf(matchingResults(row, query, call), query, list);
}
