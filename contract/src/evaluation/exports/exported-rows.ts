// Builds the rows of an export from evaluations in memory.
import { keysOfEvaluators } from "../../domain/evaluation/evaluation-keys.ts";
import type { EffectiveScores } from "../../domain/review/effective-score.ts";
import type { ExportRecord } from "../../export-files/export-record.ts";
import {
  type EvaluatedSample,
  effectiveCombined,
  effectiveOutcome,
} from "../evaluations/evaluated-samples.ts";
import { runsOf } from "../evaluations/outcomes/sample-runs.ts";
import { combinedScore } from "../evaluations/outcomes/stored-outcome.ts";
import type { EvaluationSetup } from "../evaluations/evaluation-record.ts";
import type { SampleRecord } from "../samples/sample-rules.ts";

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);

/** An evaluation whose samples are exported. */
type ExportedEvaluation = Pick<
  EvaluationSetup,
  "id" | "name" | "dataset" | "datasetVersion" | "model" | "evaluators"
> & { effective: ReadonlyMap<string, EffectiveScores> };

/** The data for additional columns in rows. */
interface ExportedContext {
  /** Returns the time at which a sample was evaluated. @param index the index of the sample in the evaluation. */
  createdAt: (index: number) => number;
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

/** A sample whose rows are exported. */
type ExportedSample = EvaluatedSample & { sample: SampleRecord };

/** Returns the rows of an evaluation, one for each sample, evaluator and run, with effective and automated scores. */
export function exportedRows(
  evaluation: ExportedEvaluation & { evaluated: readonly ExportedSample[] },
  { createdAt, credentialsOf }: ExportedContext,
): ExportRecord[] {
  const keys = keysOfEvaluators(evaluation.evaluators);
  return evaluation.evaluated.flatMap((evaluated, index) =>
    rowsOfSample(evaluation, evaluated, { keys, createdAt: createdAt(index), credentialsOf }),
  );
}

function rowsOfSample(
  evaluation: ExportedEvaluation,
  evaluated: ExportedSample,
  {
    keys,
    createdAt,
    credentialsOf: heldBy,
  }: Pick<ExportedContext, "credentialsOf"> & { keys: readonly string[]; createdAt: number },
): ExportRecord[] {
  const credentialsOf = (review: string | null): string | null =>
    review === null ? null : (heldBy(review)?.join(", ") ?? null);
  const { sample } = evaluated;
  const overrides = evaluation.effective.get(sample.id);
  const combinedBy = overrides?.overriddenBy ?? null;
  const common = {
    ...evaluationColumns(evaluation),
    ...sampleColumns(evaluation, evaluated),
    created_at: createdAt,
    combined_overridden_by: combinedBy,
    combined_reviewer_credentials: credentialsOf(combinedBy),
  };
  return evaluated.outcomes.flatMap((_, position) =>
    runsOf(evaluated).map((run, index) => {
      const overriddenBy = overrides?.results[position]?.overriddenBy ?? null;
      return {
        ...common,
        evaluator: keys[position] ?? String(position),
        ...resultColumns(evaluation, { ...evaluated, ...run }, position),
        overridden_by: overriddenBy,
        reviewer_credentials: credentialsOf(overriddenBy),
        output: jsonOrNull(run.output),
        run: index + 1,
      };
    }),
  );
}

/** Returns the columns that describe one evaluator's outcome. */
function resultColumns(evaluation: ExportedEvaluation, evaluated: EvaluatedSample, position: number) {
  const outcome = evaluated.outcomes[position];
  const scored = outcome?.status === "scored" ? outcome : undefined;
  const effective = effectiveOutcome(evaluation, evaluated, position);
  const counting = effective?.status === "scored" ? effective : undefined;
  return {
    status: outcome?.status ?? "skipped",
    score: counting?.score ?? null,
    original_score: scored?.score ?? null,
    passed: counting?.passed ?? null,
    flagged: scored?.flagged ?? false,
    flag_reason: scored?.flagged ? (scored.flag_reason ?? "flagged") : null,
    classification: scored?.classification ?? null,
    details: JSON.stringify(outcome?.details ?? {}),
  };
}

/** Returns the columns that all rows of a sample share. */
function sampleColumns(
  evaluation: ExportedEvaluation,
  evaluated: EvaluatedSample & { sample: SampleRecord },
) {
  const { sample, outcomes } = evaluated;
  const { weighted, passed } = effectiveCombined(evaluation, evaluated);
  return {
    sample: sample.id,
    external_id: sample.externalId,
    tags: sample.tags,
    metadata: JSON.stringify(sample.metadata),
    combined_score: weighted,
    combined_original_score: combinedScore(evaluation, outcomes).weighted,
    combined_passed: passed,
    input: JSON.stringify(sample.input),
    expected: jsonOrNull(sample.expected),
  };
}
