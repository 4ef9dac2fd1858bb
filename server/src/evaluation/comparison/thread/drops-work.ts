import { compareScores } from "@assay/contract/evaluation/comparison/comparison-rules";
import type { DropTest, PerSide, Steps } from "@assay/contract/domain";
import { steppedModule } from "../../../platform/threads/compute-steps.ts";
import { samplesBySide, type SidePiece } from "./samples-by-side.ts";

/** The settings of the tests of two evaluations. */
interface DropSettings {
  /** The evaluator keys of each evaluation. */
  keys: PerSide<readonly string[]>;
  /** The keys of the evaluators whose scores are tested; an empty string stands for the combined scores. */
  tested: readonly string[];
}

/** Tests differences of two evaluations. The pieces have the baseline's samples (side 0) and the candidate's. */
export const dropsModule = steppedModule(
  function* ({ keys, tested }: DropSettings, pieces: readonly SidePiece[]): Steps<DropTest[]> {
    const [baseline = [], candidate = []] = samplesBySide(pieces, [[], []]);
    const sides = {
      baseline: { keys: keys.baseline, samples: baseline },
      candidate: { keys: keys.candidate, samples: candidate },
    };
    const tests: DropTest[] = [];
    for (const key of tested) {
      const { test, n_paired, change, p_value } = yield* compareScores(sides, key);
      tests.push({ test, n_paired, change, p_value });
    }
    return tests;
  },
  { source: new URL("./drops-thread.ts", import.meta.url), name: "drops-thread" },
);
