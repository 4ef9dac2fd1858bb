import {
  newGuidelineSet,
  sameGuidelineSet,
} from "@assay/contract/evaluation/guideline-sets/guideline-set-rules";
import { guidelineSetToWire as toWire } from "@assay/contract/evaluation/guideline-sets/guideline-set-wire";
import { sortedPage } from "@assay/contract/platform/paging/sorted-page";
import type { EvaluationHandlers, GuidelineSetRow } from "../evaluation-tables.ts";

const guidelineSetKey = ({ createdAt, ordinal }: GuidelineSetRow) => [
  new Date(createdAt).toISOString(),
  ordinal,
];

export const guidelineSetHandlers: EvaluationHandlers<"guidelineSets"> = {
  create: ({ body }, { caller, clock, commit }) =>
    commit(() => {
      const { guidelineSets } = caller.workspace;
      const created = newGuidelineSet(body, { now: clock.now() });
      const stored = guidelineSets.get(created.set.name);
      if (stored) return { status: 200, body: toWire(sameGuidelineSet(stored, created)) };
      guidelineSets.set(created.set.name, { ...created, ordinal: guidelineSets.size });
      return { status: 201, body: toWire(created) };
    }),
  list: ({ query }, { caller }) => {
    const list = { list: "guideline_sets", toWire, keyOf: guidelineSetKey, descending: true };
    return sortedPage(caller.workspace.guidelineSets.values(), query, list);
  },
};
