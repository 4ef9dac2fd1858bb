import type { EvaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";

/** The execution settings for a type of evaluator. */
interface EvaluatorTraits {
  /**
   * Number of samples per job: many if evaluating a sample takes microseconds, few if it requires a remote
   * call.
   */
  samplesPerChunk: number;
  /**
   * Whether the evaluator uses a sample's input, external id or metadata. These may be large, so they are
   * read only if required.
   */
  readsInput: boolean;
}

const traits: Readonly<Record<EvaluatorInput["type"], EvaluatorTraits>> = {
  triage_accuracy: { samplesPerChunk: 500, readsInput: false },
  red_flag_detection: { samplesPerChunk: 500, readsInput: false },
  guideline_compliance: { samplesPerChunk: 500, readsInput: false },
  symptom_extraction: { samplesPerChunk: 500, readsInput: false },
  custom: { samplesPerChunk: 25, readsInput: true },
};

/**
 * Returns the settings for evaluators that run together: the smallest chunk, and all parts that any of the
 * evaluators reads.
 */
export function traitsOf(evaluators: readonly Pick<EvaluatorInput, "type">[]): EvaluatorTraits {
  return {
    samplesPerChunk: Math.min(...evaluators.map(({ type }) => traits[type].samplesPerChunk)),
    readsInput: evaluators.some(({ type }) => traits[type].readsInput),
  };
}
