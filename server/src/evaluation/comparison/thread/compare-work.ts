import {
  compareSamples,
  type ComparisonSetup,
} from "@assay/contract/evaluation/comparison/comparison-figures";
import type { Comparison, Steps } from "@assay/contract/domain";
import { keyEvaluators } from "@assay/contract/evaluation/evaluators/keyed-evaluators";
import type { EvaluationSetup } from "@assay/contract/evaluation/evaluations/evaluation-record";
import { steppedModule } from "../../../platform/threads/compute-steps.ts";
import { samplesBySide, type SidePiece } from "./samples-by-side.ts";

/** The settings of a comparison. */
interface CompareSettings {
  setup: ComparisonSetup;
  /** The evaluators of the baseline, then those of each candidate. */
  sides: readonly Pick<EvaluationSetup, "evaluators" | "resolved">[];
}

/** Compares candidates with a baseline. The pieces have the baseline's samples (side 0), then the candidates'. */
export const compareModule = steppedModule(
  function* ({ setup, sides }: CompareSettings, pieces: readonly SidePiece[]): Steps<Comparison[]> {
    const checked = sides.map(({ evaluators, resolved }) => keyEvaluators(evaluators, resolved));
    const [baseline = [], ...candidates] = samplesBySide(pieces, checked);
    return yield* compareSamples(setup, { baseline, candidates });
  },
  { source: new URL("./compare-thread.ts", import.meta.url), name: "compare-thread" },
);
