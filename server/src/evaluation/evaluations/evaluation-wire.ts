import { formatId } from "@assay/contract/platform/ids";
import { durationSeconds, evaluatorKeys } from "@assay/contract/domain";
import type { EvaluationRow } from "./evaluation-queries.ts";
import type { ResultRow } from "./evaluation-result-queries.ts";

const instant = (date: Date | null): string | null => date && date.toISOString();

const progressOf = ({ total, completed, failed }: EvaluationRow) => ({ total, completed, failed });

/**
 * Writes evaluations for the wire; `results` and `duration_seconds` are there once it has completed.
 *
 * @param blind ids of those with results of samples that the caller has still to review blind: shown without results, and
 *   without the routing, which says below which score samples became tasks.
 */
export const shownEvaluation = (blind: ReadonlySet<string>) => (row: EvaluationRow) =>
  evaluationToWire(row.results && blind.has(row.id) ? { ...row, results: null, routing: null } : row);

/** An evaluation as it goes over the wire, whole. */
export function evaluationToWire(row: EvaluationRow) {
  const { started_at: started, completed_at: completed } = row;
  return {
    id: formatId("evaluation", row.id),
    object: "evaluation" as const,
    name: row.name,
    project: formatId("project", row.project_id),
    dataset: formatId("dataset", row.dataset_id),
    dataset_version: row.dataset_version,
    model: row.model_id && formatId("model", row.model_id),
    status: row.status,
    evaluators: row.evaluators,
    sample_filter: row.sample_filter && { ...row.sample_filter },
    fail_on_error: row.fail_on_error,
    progress: progressOf(row),
    as_of: instant(row.as_of),
    routing: row.routing,
    manifest_hash: row.manifest_hash.toString("hex"),
    metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    started_at: instant(started),
    completed_at: instant(completed),
    cancelled_at: instant(row.cancelled_at),
    error: row.error,
    ...(row.results && { results: row.results }),
    ...(started &&
      completed && { duration_seconds: durationSeconds(started.getTime(), completed.getTime()) }),
  };
}

/** What a cancellation answers. */
export function cancellationToWire(row: EvaluationRow) {
  if (!row.cancelled_at) throw new Error(`Evaluation ${row.id} is not cancelled; it is ${row.status}.`);
  return {
    id: formatId("evaluation", row.id),
    object: "evaluation" as const,
    status: row.status,
    progress: progressOf(row),
    cancelled_at: row.cancelled_at.toISOString(),
  };
}

/** The payload of the event of an evaluation that ended. */
export function eventData(row: EvaluationRow) {
  return {
    evaluation: formatId("evaluation", row.id),
    name: row.name,
    project: formatId("project", row.project_id),
    dataset: formatId("dataset", row.dataset_id),
    model: row.model_id && formatId("model", row.model_id),
    status: row.status,
    progress: progressOf(row),
    aggregate_score: row.results?.aggregate_score ?? null,
    error: row.error,
  };
}

/** Writes an evaluation's results for the wire: the evaluators' keys are its own. */
export function resultToWire({ evaluators }: Pick<EvaluationRow, "evaluators">) {
  const { keys } = evaluatorKeys(evaluators);
  return (row: ResultRow) => ({
    object: "evaluation_result" as const,
    sample_id: formatId("sample", row.sample_id),
    external_id: row.external_id,
    evaluator: keys?.[row.position] ?? String(row.position),
    status: row.status,
    score: row.effective_score ?? row.score,
    original_score: row.score,
    overridden_by: row.overridden_by && formatId("review", row.overridden_by),
    passed: row.effective_passed ?? row.passed,
    output: row.output,
    expected: row.expected,
    details: row.details,
    flagged: row.flagged,
    ...(row.flagged && row.reason !== null && { flag_reason: row.reason }),
    created_at: row.created_at.toISOString(),
  });
}
