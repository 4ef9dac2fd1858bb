import type { EvaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";

/** Execution settings of a type of evaluator. */
interface EvaluatorTraits {
  /** Samples per job: many if one takes microseconds, few if each is a remote call. */
  samplesPerChunk: number;
  /**
   * Whether it uses a sample's input, external id or metadata, which may be long and are otherwise not read.
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

/** Settings of evaluators that run together: the smallest chunk, and all parts that any of them reads. */
export function traitsOf(evaluators: readonly Pick<EvaluatorInput, "type">[]): EvaluatorTraits {
  return {
    samplesPerChunk: Math.min(...evaluators.map(({ type }) => traits[type].samplesPerChunk)),
    readsInput: evaluators.some(({ type }) => traits[type].readsInput),
  };
}
