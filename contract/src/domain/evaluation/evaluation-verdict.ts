import { counted } from "../values/counted.ts";
import { reasonsText, type UnscoredReason, unscoredReasons } from "./unscored-reasons.ts";

/** The id, name and version with which messages identify a model. */
export interface NamedModel {
  id: string;
  name: string;
  version: string;
}

/** The facts about a run in which no sample has an output. */
export interface NoOutputs {
  /** Id of the dataset. */
  dataset: string;
  /** The model whose outputs were evaluated; null if the samples' own outputs were. */
  model: NamedModel | null;
  /** The models with an output for at least one of the samples, by id. */
  stored: readonly NamedModel[];
}

/** Sample counts of a finished run. */
export interface VerdictFigures {
  /** Number of samples with an errored result. */
  errored: number;
  /** Number of samples with a combined score. */
  scored: number;
  /** Number of all samples in the evaluation. */
  total: number;
  /** The share of samples that may error (0-1). */
  failOnError: number;
  /** Present if no sample has an output. */
  noOutputs?: NoOutputs;
  /** Why results have no score. The error ends with the most frequent reasons. */
  reasons: readonly UnscoredReason[];
}

/**
 * The final state of a run. `error` and `errorReasons`, which are the most frequent reasons, are `null` exactly
 * when the run completed.
 */
export type EvaluationVerdict =
  | { status: "completed"; error: null; errorReasons: null }
  | { status: "failed"; error: string; errorReasons: UnscoredReason[] };

const percent = (share: number): string => `${Math.round(share * 10_000) / 100} %`;

/** Maximum number of models that an error names. */
const modelsNamed = 5;

const nameOf = ({ id, name, version }: NamedModel): string => `${id} (${name}-${version})`;

function noOutputsText({ dataset, model, stored }: NoOutputs, total: number): string {
  const lack = model
    ? `has an output of ${nameOf(model)}`
    : "has an output of its own, and the evaluation names no model";
  const problem = `No selected sample of ${total} ${lack}.`;
  if (stored.length === 0)
    return `${problem} Store outputs with POST /v1/datasets/${dataset}/outputs${model ? "" : ', and set "model"'}.`;
  const named = stored.slice(0, modelsNamed).map(nameOf).join(", ");
  const more = stored.length > modelsNamed ? `, and ${stored.length - modelsNamed} more` : "";
  return `${problem} ${model ? "Outputs" : 'Set "model"; outputs'} are stored for ${named}${more}.`;
}

/**
 * Determines whether a finished run has completed or failed. The run fails if no sample has an output, if the
 * share of errored samples exceeds `failOnError`, or if no sample was scored.
 *
 * @returns `failed` with a sentence that contains the figures.
 */
export function evaluationVerdict(figures: VerdictFigures): EvaluationVerdict {
  const { errored, scored, total, failOnError, noOutputs, reasons } = figures;
  if (noOutputs) {
    const error = noOutputsText(noOutputs, total);
    return { status: "failed", error, errorReasons: unscoredReasons(reasons) };
  }
  const failed = (error: string): EvaluationVerdict => ({
    status: "failed",
    error: `${error}.${reasonsText(reasons)}`,
    errorReasons: unscoredReasons(reasons),
  });
  const samples = counted(total, "sample");
  if (total > 0 && errored / total > failOnError) {
    const share = `${errored} of ${samples} errored (${percent(errored / total)})`;
    return failed(`${share}; fail_on_error allows ${percent(failOnError)}`);
  }
  if (scored > 0) return { status: "completed", error: null, errorReasons: null };
  return failed(`None of ${samples} was scored: ${errored} errored, ${total - errored} skipped`);
}
