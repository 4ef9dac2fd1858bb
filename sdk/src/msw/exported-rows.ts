import type { ExportRecord } from "@assay/contract/export-files";
import { evaluatorKeys } from "@assay/contract/domain";
import { combined, judgedAt } from "./evaluation-run.ts";
import type { MockState } from "./handler.ts";
import type { EvaluationRow, JudgedSample } from "./tables.ts";

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** The rows of an export of completed evaluations: one per result, as the server orders and writes them. */
export function exportedRows(evaluations: readonly EvaluationRow[], state: MockState): ExportRecord[] {
  return evaluations.flatMap((evaluation) => {
    const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
    return evaluation.judged.flatMap((judged, place) =>
      recordsOf(evaluation, judged, { keys, createdAt: judgedAt(evaluation, place, state) }),
    );
  });
}

function recordsOf(
  evaluation: EvaluationRow,
  { sample, output, outcomes }: JudgedSample,
  { keys, createdAt }: { keys: readonly string[]; createdAt: number },
): ExportRecord[] {
  const { weighted, passed } = combined(evaluation, outcomes);
  return outcomes.map((outcome, position) => {
    const scored = outcome.status === "scored" ? outcome : undefined;
    return {
      evaluation: evaluation.id,
      evaluation_name: evaluation.name,
      dataset: evaluation.dataset,
      dataset_version: evaluation.datasetVersion,
      model: evaluation.model,
      sample: sample.id,
      external_id: sample.externalId,
      evaluator: keys[position] ?? String(position),
      status: outcome.status,
      score: scored?.score ?? null,
      original_score: scored?.score ?? null,
      overridden_by: null,
      reviewer_credentials: null,
      passed: scored?.passed ?? null,
      flagged: scored?.flagged ?? false,
      flag_reason: scored?.flagged ? (scored.flag_reason ?? "flagged") : null,
      classification: scored?.classification ?? null,
      details: JSON.stringify(outcome.details),
      tags: sample.tags,
      metadata: JSON.stringify(sample.metadata),
      created_at: createdAt,
      combined_score: weighted,
      combined_original_score: weighted,
      combined_overridden_by: null,
      combined_passed: passed,
      input: JSON.stringify(sample.input),
      output: jsonOrNull(output),
      expected: jsonOrNull(sample.expected),
    };
  });
}
