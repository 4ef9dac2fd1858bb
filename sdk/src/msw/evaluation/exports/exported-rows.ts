import type { ExportRecord } from "@assay/contract/export-files";
import { evaluatorKeys } from "@assay/contract/domain";
import { combined, effectiveCombined, effectiveOutcome, judgedAt } from "../evaluations/evaluation-run.ts";
import type { EvaluationRow, JudgedSample } from "../evaluation-rows.ts";
import type { EvaluationCall, EvaluationTables } from "../evaluation-tables.ts";

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** The rows of an export of completed evaluations: one per result, as the server orders and writes them. */
export function exportedRows(evaluations: readonly EvaluationRow[], call: EvaluationCall): ExportRecord[] {
  const { workspace } = call.caller;
  return evaluations.flatMap((evaluation) => {
    const keys = evaluatorKeys(evaluation.evaluators).keys ?? [];
    return evaluation.judged.flatMap((judged, place) =>
      recordsOf(evaluation, judged, { workspace, keys, createdAt: judgedAt(evaluation, place, call) }),
    );
  });
}

const credentialsOf = ({ reviews }: EvaluationTables, review: string | null): string | null =>
  review === null ? null : (reviews.get(review)?.credentials.join(", ") ?? null);

function recordsOf(
  evaluation: EvaluationRow,
  judged: JudgedSample,
  { workspace, keys, createdAt }: { workspace: EvaluationTables; keys: readonly string[]; createdAt: number },
): ExportRecord[] {
  const { sample, output, outcomes } = judged;
  const { weighted, passed } = effectiveCombined(evaluation, judged);
  const overrides = evaluation.effective.get(sample.id);
  return outcomes.map((outcome, position) => {
    const scored = outcome.status === "scored" ? outcome : undefined;
    const effective = effectiveOutcome(evaluation, judged, position);
    const counting = effective?.status === "scored" ? effective : undefined;
    const overriddenBy = overrides?.results[position]?.overriddenBy ?? null;
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
      score: counting?.score ?? null,
      original_score: scored?.score ?? null,
      overridden_by: overriddenBy,
      reviewer_credentials: credentialsOf(workspace, overriddenBy),
      passed: counting?.passed ?? null,
      flagged: scored?.flagged ?? false,
      flag_reason: scored?.flagged ? (scored.flag_reason ?? "flagged") : null,
      classification: scored?.classification ?? null,
      details: JSON.stringify(outcome.details),
      tags: sample.tags,
      metadata: JSON.stringify(sample.metadata),
      created_at: createdAt,
      combined_score: weighted,
      combined_original_score: combined(evaluation, outcomes).weighted,
      combined_overridden_by: overrides?.overriddenBy ?? null,
      combined_reviewer_credentials: credentialsOf(workspace, overrides?.overriddenBy ?? null),
      combined_passed: passed,
      input: JSON.stringify(sample.input),
      output: jsonOrNull(output),
      expected: jsonOrNull(sample.expected),
    };
  });
}
