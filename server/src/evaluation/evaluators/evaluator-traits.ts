import type { EvaluatorInput } from "@assay/contract/evaluation/evaluators/evaluators";

/** What the server must know of a type of evaluator to run it well. */
interface EvaluatorTraits {
  /** Samples per job: many where judging one takes microseconds, few where each is a call to somebody else. */
  samplesPerChunk: number;
  /** Whether it looks at a sample's input, external id or metadata, which may be long and are not read otherwise. */
  readsInput: boolean;
}

const traits: Readonly<Record<EvaluatorInput["type"], EvaluatorTraits>> = {
  triage_accuracy: { samplesPerChunk: 500, readsInput: false },
  red_flag_detection: { samplesPerChunk: 500, readsInput: false },
  guideline_compliance: { samplesPerChunk: 500, readsInput: false },
  symptom_extraction: { samplesPerChunk: 500, readsInput: false },
  custom: { samplesPerChunk: 25, readsInput: true },
};

/** What evaluators that run together need: the smallest chunk of any, and everything that any of them reads. */
export function traitsOf(evaluators: readonly Pick<EvaluatorInput, "type">[]): EvaluatorTraits {
  return {
    samplesPerChunk: Math.min(...evaluators.map(({ type }) => traits[type].samplesPerChunk)),
    readsInput: evaluators.some(({ type }) => traits[type].readsInput),
  };
}
