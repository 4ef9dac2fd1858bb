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

/** What a caller has yet to review blind. */
export interface PendingBlind {
  /** Whether the evaluation has scored such a sample. */
  scored: boolean;
  /** Whether the evaluation's dataset contains such a sample. */
  dataset: boolean;
}

/**
 * Returns an evaluation without what a caller with pending blind reviews must not see. Results are hidden if they cover
 * such a sample. All that may name the model, repeat values of samples, or state a score is hidden in each evaluation of
 * the sample's dataset, because a failed evaluation names samples that it has not scored.
 */
function withoutHidden(record: EvaluationRecord, { scored, dataset }: PendingBlind): EvaluationRecord {
  const shown = scored ? { ...record, results: null } : record;
  if (!scored && !dataset) return shown;
  return {
    ...shown,
    name: record.id,
    model: null,
    sampleFilter: null,
    metadata: {},
    routing: null,
    error: null,
    errorReasons: null,
  };
}

/** Converts an evaluation to its form in responses to a caller who may have pending blind reviews. */
export const shownEvaluation = (record: EvaluationRecord, pending: PendingBlind) =>
  evaluationToWire(withoutHidden(record, pending));

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
