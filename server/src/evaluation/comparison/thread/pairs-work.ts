import { sortedPairs } from "@assay/contract/evaluation/comparison/compared-pair-rules";
import type { Steps } from "@assay/contract/domain";
import { steppedModule } from "../../../platform/threads/compute-steps.ts";
import { type SidePiece, samplesBySide } from "./samples-by-side.ts";
import { packPairs, type PairColumns } from "./packed-pairs.ts";

/** The settings of a list of pairs. */
type PairSettings = Parameters<typeof sortedPairs>[1] & Parameters<typeof sortedPairs>[2];

/** Lists the pairs of a comparison. The pieces have the baseline's samples (side 0) and the candidate's. */
export const pairsModule = steppedModule(
  function* (settings: PairSettings, pieces: readonly SidePiece[]): Steps<PairColumns> {
    const [baseline = [], candidate = []] = samplesBySide(pieces, [[], []]);
    return packPairs(yield* sortedPairs({ baseline, candidate }, settings, settings));
  },
  { source: new URL("./pairs-thread.ts", import.meta.url), name: "pairs-thread" },
);
