// Builds the rows of an export from evaluations in memory.
import type { EffectiveScores } from "../../domain/review/effective-score.ts";
import type { ExportRecord } from "../../export-files/export-record.ts";
import {
  combinedScore,
  type EvaluatedSample,
  effectiveCombined,
  effectiveOutcome,
} from "../evaluations/evaluated-samples.ts";
import type { EvaluationSetup } from "../evaluations/evaluation-record.ts";
import type { SampleRecord } from "../samples/sample-rules.ts";

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** An evaluation whose samples are exported. */
type ExportedEvaluation = Pick<
  EvaluationSetup,
  "id" | "name" | "dataset" | "datasetVersion" | "model" | "evaluators"
> & { effective: ReadonlyMap<string, EffectiveScores> };

/** The data for additional columns in a sample's rows. */
interface ExportedContext {
  /** The evaluator keys, in the evaluation's order. */
  keys: readonly string[];
  createdAt: number;
  /** Returns the credentials of the reviewer who submitted a review. */
  credentialsOf: (review: string) => readonly string[] | undefined;
}

const evaluationColumns = ({ id, name, dataset, datasetVersion, model }: ExportedEvaluation) => ({
  evaluation: id,
  evaluation_name: name,
  dataset,
  dataset_version: datasetVersion,
  model,
});

/** Returns a sample's rows, one for each result, with effective and automated scores. */
export function exportedRows(
  evaluation: ExportedEvaluation,
  evaluated: EvaluatedSample & { sample: SampleRecord },
  { keys, createdAt, credentialsOf: heldBy }: ExportedContext,
): ExportRecord[] {
  const credentialsOf = (review: string | null): string | null =>
    review === null ? null : (heldBy(review)?.join(", ") ?? null);
  const { sample, output, outcomes } = evaluated;
  const { weighted, passed } = effectiveCombined(evaluation, evaluated);
  const overrides = evaluation.effective.get(sample.id);
  return outcomes.map((outcome, position) => {
    const scored = outcome.status === "scored" ? outcome : undefined;
    const effective = effectiveOutcome(evaluation, evaluated, position);
    const counting = effective?.status === "scored" ? effective : undefined;
    const overriddenBy = overrides?.results[position]?.overriddenBy ?? null;
    return {
      ...evaluationColumns(evaluation),
      sample: sample.id,
      external_id: sample.externalId,
      evaluator: keys[position] ?? String(position),
      status: outcome.status,
      score: counting?.score ?? null,
      original_score: scored?.score ?? null,
      overridden_by: overriddenBy,
      reviewer_credentials: credentialsOf(overriddenBy),
      passed: counting?.passed ?? null,
      flagged: scored?.flagged ?? false,
      flag_reason: scored?.flagged ? (scored.flag_reason ?? "flagged") : null,
      classification: scored?.classification ?? null,
      details: JSON.stringify(outcome.details),
      tags: sample.tags,
      metadata: JSON.stringify(sample.metadata),
      created_at: createdAt,
      combined_score: weighted,
      combined_original_score: combinedScore(evaluation, outcomes).weighted,
      combined_overridden_by: overrides?.overriddenBy ?? null,
      combined_reviewer_credentials: credentialsOf(overrides?.overriddenBy ?? null),
      combined_passed: passed,
      input: JSON.stringify(sample.input),
      output: jsonOrNull(output),
      expected: jsonOrNull(sample.expected),
    };
  });
}
