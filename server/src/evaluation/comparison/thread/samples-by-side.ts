import type { ScoredSample } from "@assay/contract/domain";
import type { KeyedEvaluator } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import { type SamplePiece, unpackSamples } from "./packed-samples.ts";

/** A piece of one of several evaluations. */
export type SidePiece = SamplePiece & {
  /** The index of the evaluation. */
  side: number;
};

/**
 * Returns the samples of each evaluation.
 *
 * @param checked for each evaluation, the evaluators whose safety checks are compared; empty for none.
 */
export function samplesBySide(
  pieces: readonly SidePiece[],
  checked: readonly (readonly KeyedEvaluator[])[],
): ScoredSample[][] {
  const samples = checked.map((): ScoredSample[] => []);
  for (const { side, ...piece } of pieces)
    for (const sample of unpackSamples(piece, checked[side] ?? [])) samples[side]?.push(sample);
  return samples;
}
