import { durationSeconds } from "../../domain/evaluation/evaluation-states.ts";
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import { instant, instantOrNull } from "../../domain/values/instants.ts";
import { progressToWire } from "./evaluation-end-rules.ts";
import type { EvaluationRecord, ResultRecord } from "./evaluation-record.ts";

/**
 * Converts an evaluation to its form in responses. `results` and `duration_seconds` are present once it has
 * completed.
 */
export function evaluationToWire(record: EvaluationRecord) {
  const { startedAt, completedAt, results, waitingFor } = record;
  return {
    id: record.id,
    object: "evaluation" as const,
    name: record.name,
    project: record.project,
    dataset: record.dataset,
    dataset_version: record.datasetVersion,
    model: record.model,
    status: record.status,
    evaluators: [...record.evaluators],
    sample_filter: record.sampleFilter && { ...record.sampleFilter },
    fail_on_error: record.failOnError,
    missing_output: record.missingOutput,
    runs: record.runs,
    progress: progressToWire(record),
    ...(waitingFor && { waiting_for: { origin: waitingFor.origin, since: instant(waitingFor.since) } }),
    as_of: instantOrNull(record.asOf),
    routing: record.routing,
    manifest_hash: record.manifestHash,
    metadata: { ...record.metadata },
    created_at: instant(record.createdAt),
    started_at: instantOrNull(startedAt),
    completed_at: instantOrNull(completedAt),
    cancelled_at: instantOrNull(record.cancelledAt),
    error: record.error,
    ...(record.errorReasons && { error_reasons: [...record.errorReasons] }),
    ...(results && { results }),
    ...(startedAt !== null &&
      completedAt !== null && { duration_seconds: durationSeconds(startedAt, completedAt) }),
  };
}

/**
 * Converts an evaluation to its form in responses to a caller who may have pending blind reviews.
 *
 * @param isBlind whether the caller has a pending blind review of one of the evaluation's samples. If so, the
 *   response omits the results. It also omits the routing, because the routing states below which score a
 *   sample gets a review task.
 */
export const shownEvaluation = (record: EvaluationRecord, isBlind: boolean) =>
  evaluationToWire(record.results && isBlind ? { ...record, results: null, routing: null } : record);

/** Returns the response to a cancel request. */
export function cancellationToWire(record: EvaluationRecord) {
  const { id, status, cancelledAt } = record;
  if (cancelledAt === null) throw new Error(`Evaluation ${id} is not cancelled; it is ${status}.`);
  return {
    id,
    object: "evaluation" as const,
    status,
    progress: progressToWire(record),
    cancelled_at: instant(cancelledAt),
  };
}

/**
 * Returns a function that converts an evaluation's results to their form in responses, in which each result
 * has its evaluator's key.
 */
export function resultToWire({ evaluators }: Pick<EvaluationRecord, "evaluators">) {
  const { keys } = evaluatorKeys(evaluators);
  return (result: ResultRecord) => ({
    object: "evaluation_result" as const,
    sample_id: result.sampleId,
    external_id: result.externalId,
    evaluator: keys?.[result.position] ?? String(result.position),
    run: result.run,
    status: result.status,
    score: result.effectiveScore ?? result.score,
    original_score: result.score,
    overridden_by: result.overriddenBy,
    passed: result.effectivePassed ?? result.passed,
    output: result.output,
    expected: result.expected,
    details: result.details,
    flagged: result.flagged,
    ...(result.flagged && result.reason !== null && { flag_reason: result.reason }),
    created_at: instant(result.createdAt),
  });
}
